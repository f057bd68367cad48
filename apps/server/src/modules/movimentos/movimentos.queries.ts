import type { Saldo, Tipo } from '@prumo/contract/movimentos.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { type LedgerLine, LINE } from './stock.queries.ts';

export const PAGE = 50;

/** The instant a day ends for people in Brazil. */
export const endOfDay = (day: string) => `((${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo')`;

/** What was written for an id the caller made; the id of a line itself is the key of its undoing, and nobody else's. */
export const selectByChave = (tx: TenantDb, chave: string) =>
  tx.query<LedgerLine>(
    `select ${LINE} from movimentos_estoque m where m.empresa_id = $1 and (m.chave = $2 or m.id = $2) order by m.id`,
    [chave],
  );

/** Newest first, and one more than a page. */
export const selectMovimentos = (
  tx: TenantDb,
  {
    produto_id,
    deposito_id,
    cursor,
  }: { produto_id: string; deposito_id?: string | undefined; cursor?: string | undefined },
) =>
  tx.query<LedgerLine>(
    `select ${LINE} from movimentos_estoque m
     where m.empresa_id = $1 and m.produto_id = $2 and ($3::uuid is null or m.deposito_id = $3)
       and ($4::uuid is null or m.id < $4)
     order by m.id desc limit ${PAGE + 1}`,
    [produto_id, deposito_id ?? null, cursor ?? null],
  );

export async function hasProduto(tx: TenantDb, id: string): Promise<boolean> {
  const rows = await tx.query('select from produtos where empresa_id = $1 and id = $2', [id]);
  return rows.length > 0;
}

/**
 * What a produto had at the end of a day, in every deposito the ledger knows of it, gone ones too. Goes from deposito
 * to deposito and reads one line of each, however many there are.
 */
export const selectSaldosAt = (tx: TenantDb, produtoId: string, day: string) =>
  tx.query<Saldo>(
    `with recursive d as (
       (select m.deposito_id as id from movimentos_estoque m
        where m.empresa_id = $1 and m.produto_id = $2 order by m.deposito_id limit 1)
       union all
       select (select m.deposito_id from movimentos_estoque m
         where m.empresa_id = $1 and m.produto_id = $2 and m.deposito_id > d.id order by m.deposito_id limit 1)
       from d where d.id is not null
     )
     select d.id as deposito_id, coalesce(e.nome, (
         select h.antes ->> 'nome' from historico h where h.empresa_id = $1 and h.tabela = 'depositos'
           and h.registro_id = d.id and h.operacao = 'D' order by h.id desc limit 1), 'Depósito excluído') as nome,
       e.cidade, e.estado, coalesce(e.ativo, false) as ativo, s.saldo::text as quantidade
     from d
     cross join lateral (
       select m.saldo from movimentos_estoque m
       where m.empresa_id = $1 and m.produto_id = $2 and m.deposito_id = d.id and m.created_at < ${endOfDay('$3')}
       order by m.created_at desc limit 1) s
     left join depositos e on e.empresa_id = $1 and e.id = d.id
     where s.saldo <> 0 or exists (
       select from produto_deposito l where l.empresa_id = $1 and l.produto_id = $2 and l.deposito_id = d.id)
     order by e.nome_ordem, d.id`,
    [produtoId, day],
  );

export interface Reversible {
  id: string;
  produto_id: string;
  deposito_id: string;
  tipo: Tipo;
  delta: string;
  expired: boolean;
}

/** The movimentos of a batch, last first: undoing walks back. */
export const selectMovimentosOfLote = (tx: TenantDb, lote: string, days: number) =>
  tx.query<Reversible>(
    `select id, produto_id, deposito_id, tipo, delta, created_at < now() - make_interval(days => $3) as expired
     from movimentos_estoque where empresa_id = $1 and lote = $2 order by id desc`,
    [lote, days],
  );

/** The lines that answer these. */
export const selectReversals = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<LedgerLine>(
    `select ${LINE} from movimentos_estoque m where m.empresa_id = $1 and m.chave = any($2::uuid[]) and m.origem = 'desfazer'`,
    [ids],
  );
