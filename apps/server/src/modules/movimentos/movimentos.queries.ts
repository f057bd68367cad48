import type { Movimento, Saldo, Tipo } from '@prumo/contract/movimentos.ts';
import { LOOKED_AT, lastLookedAt } from '#platform/db/looked-at.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { type LedgerLine, LINE } from './stock.queries.ts';

export const PAGE = 50;

/** The SQL for the instant at which a day ends in Brazil. */
export const endOfDay = (day: string) => `((${day}::date + 1)::timestamp at time zone 'America/Sao_Paulo')`;

/**
 * Selects the lines that were written for a caller's id. The id of a line also matches, because it is the key
 * of the line's undo and cannot be used for another movimento.
 */
export const selectByChave = (tx: TenantDb, chave: string) =>
  tx.query<LedgerLine>(
    `select ${LINE} from movimentos_estoque m where m.empresa_id = $1 and (m.chave = $2 or m.id = $2) order by m.id`,
    [chave],
  );

/**
 * Selects the lines, newest first, with one row more than a page. `last` is the last line examined, if there
 * are older lines that were not examined.
 */
export async function selectMovimentos(
  tx: TenantDb,
  {
    produto_id,
    deposito_id,
    cursor,
  }: { produto_id: string; deposito_id?: string | undefined; cursor?: string | undefined },
): Promise<{ rows: LedgerLine[]; last: string | undefined }> {
  const from = `from movimentos_estoque where empresa_id = $1 and produto_id = $2 and ($3::uuid is null or id < $3)`;
  const values = [produto_id, cursor ?? null];
  const [rows, last] = await Promise.all([
    tx.query<LedgerLine>(
      `select ${LINE} from (select * ${from} order by id desc limit ${LOOKED_AT}) m
       where $4::uuid is null or m.deposito_id = $4 order by m.id desc limit ${PAGE + 1}`,
      [...values, deposito_id ?? null],
    ),
    lastLookedAt(tx, from, values),
  ]);
  return { rows, last };
}

export async function hasProduto(tx: TenantDb, id: string): Promise<boolean> {
  const rows = await tx.query('select from produtos where empresa_id = $1 and id = $2', [id]);
  return rows.length > 0;
}

/**
 * Selects the stock of a produto at the end of a day in every deposito of the ledger, deleted ones included.
 * The recursive query jumps from deposito to deposito and reads one line of each, at any number of lines.
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
       e.cidade, e.estado, coalesce(e.ativo, false) as ativo, s.saldo::text as quantidade,
       '0.00' as reservado, s.saldo::text as disponivel
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
  origem: Movimento['origem'];
  expired: boolean;
}

/** Selects the movimentos of a lote, the last one first, because an undo goes backwards. */
export const selectMovimentosOfLote = (tx: TenantDb, lote: string, days: number) =>
  tx.query<Reversible>(
    `select id, produto_id, deposito_id, tipo, delta, origem, created_at < now() - make_interval(days => $3) as expired
     from movimentos_estoque where empresa_id = $1 and lote = $2 order by id desc`,
    [lote, days],
  );

/** Selects those of some produtos, which were written between two ids. */
export const selectMovimentosOfSome = (
  tx: TenantDb,
  lote: string,
  { produtos, de, ate }: { produtos: readonly string[]; de: string; ate: string },
) =>
  tx.query<Reversible>(
    `select id, produto_id, deposito_id, tipo, delta, origem, false as expired
     from movimentos_estoque where empresa_id = $1 and id between $3 and $4 and lote = $2 and produto_id = any ($5::uuid[])
     order by id desc`,
    [lote, de, ate, produtos],
  );

/** Selects the lines that reverse these lines. */
export const selectReversals = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<LedgerLine>(
    `select ${LINE} from movimentos_estoque m where m.empresa_id = $1 and m.chave = any($2::uuid[]) and m.origem = 'desfazer'`,
    [ids],
  );
