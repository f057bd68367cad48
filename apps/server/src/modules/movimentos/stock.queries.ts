import type { Movimento, Saldo, Tipo } from '@prumo/contract/movimentos.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { countUses } from '#platform/db/uses.ts';

export type LedgerLine = Movimento & { produto_id: string };

/** The columns of a ledger line `m` in the form that people read. */
export const LINE = `m.id, m.lote, m.tipo, m.produto_id, m.deposito_id,
  (select e.nome from depositos e where e.empresa_id = m.empresa_id and e.id = m.deposito_id) as deposito_nome,
  m.delta::text, m.saldo::text, m.motivo, m.origem,
  coalesce((select p.full_name from profiles p where p.id = m.user_id),
    (select a.nome from autores a where a.empresa_id = m.empresa_id and a.id = m.user_id)) as quem, m.created_at`;

/** Locks the produtos in the order of their ids, so that two changes of several produtos cannot deadlock. */
export const lockProdutos = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<{ id: string; tem_reservas: boolean }>(
    `select id, reservado <> 0 as tem_reservas from produtos where empresa_id = $1 and id = any($2::uuid[])
     order by id for no key update`,
    [ids],
  );

export interface StoredPlace {
  produto_id: string;
  deposito_id: string;
  nome: string;
  ativo: boolean;
  saldo: string | null;
  reservado: string;
}

/** Selects the stock of these produtos in these depositos. */
export const selectPlaces = (tx: TenantDb, produtoIds: readonly string[], depositoIds: readonly string[]) =>
  tx.query<StoredPlace>(
    `select p.id as produto_id, e.id as deposito_id, e.nome, e.ativo, d.quantidade::text as saldo,
       coalesce(d.reservado, 0)::text as reservado
     from unnest($2::uuid[]) p (id) cross join depositos e
     left join produto_deposito d on d.empresa_id = $1 and d.produto_id = p.id and d.deposito_id = e.id
     where e.empresa_id = $1 and e.id = any($3::uuid[])`,
    [produtoIds, depositoIds],
  );

/** Selects the stock of a produto in every deposito that it is in, and in the given ones. */
export const selectAllPlaces = (tx: TenantDb, produtoId: string, depositoIds: readonly string[]) =>
  tx.query<StoredPlace>(
    `select $2::uuid as produto_id, e.id as deposito_id, e.nome, e.ativo, d.quantidade::text as saldo,
       coalesce(d.reservado, 0)::text as reservado
     from depositos e
     left join produto_deposito d on d.empresa_id = $1 and d.produto_id = $2 and d.deposito_id = e.id
     where e.empresa_id = $1 and e.id in (
       select deposito_id from produto_deposito where empresa_id = $1 and produto_id = $2
       union all select unnest($3::uuid[]))`,
    [produtoId, depositoIds],
  );

export const selectSaldosOf = (tx: TenantDb, produtoId: string) =>
  tx.query<Saldo>(
    `select e.id as deposito_id, e.nome, e.cidade, e.estado, e.ativo, d.quantidade::text,
       d.reservado::text, (d.quantidade - d.reservado)::text as disponivel
     from produto_deposito d join depositos e on e.empresa_id = d.empresa_id and e.id = d.deposito_id
     where d.empresa_id = $1 and d.produto_id = $2 order by e.nome_ordem, e.id`,
    [produtoId],
  );

/** Selects those of the produtos of which sales promise units. */
export const selectReserved = (tx: TenantDb, produtoIds: readonly string[]) =>
  tx.query<{ reservado: string }>(
    'select reservado::text from produtos where empresa_id = $1 and id = any ($2::uuid[]) and reservado <> 0',
    [produtoIds],
  );

/** Selects at most `limit` produtos in a deposito. */
export const selectProdutosIn = (tx: TenantDb, depositoId: string, limit: number) =>
  tx.query<{ produto_id: string }>(
    'select produto_id from produto_deposito where empresa_id = $1 and deposito_id = $2 order by produto_id limit $3',
    [depositoId, limit],
  );

/** Selects the depositos that contain some of these produtos. */
export const selectDepositosOf = (tx: TenantDb, produtoIds: readonly string[]) =>
  tx.query<{ deposito_id: string }>(
    'select distinct deposito_id from produto_deposito where empresa_id = $1 and produto_id = any ($2::uuid[])',
    [produtoIds],
  );

export const countProdutosIn = countUses('produto_deposito', 'deposito_id');

export interface Link {
  produto: string;
  deposito: string;
}

/**
 * Inserts the links before the first movimento. An undo goes backwards, so it reverses the movimento first.
 */
export const insertLinks = (tx: TenantDb, links: readonly Link[]) =>
  tx.query(
    `insert into produto_deposito (empresa_id, produto_id, deposito_id, user_id)
     select $1, l.produto_id, l.deposito_id, $2 from unnest($3::uuid[], $4::uuid[]) l (produto_id, deposito_id)`,
    [tx.userId, links.map(({ produto }) => produto), links.map(({ deposito }) => deposito)],
  );

/**
 * Deletes only links without stock and without promised units, because stock must not disappear without a ledger line,
 * and a promise must stay visible.
 */
export const deleteLinks = (tx: TenantDb, links: readonly Link[]) =>
  tx.query(
    `delete from produto_deposito d using unnest($2::uuid[], $3::uuid[]) l (produto_id, deposito_id)
     where d.empresa_id = $1 and d.produto_id = l.produto_id and d.deposito_id = l.deposito_id
       and d.quantidade = 0 and d.reservado = 0`,
    [links.map(({ produto }) => produto), links.map(({ deposito }) => deposito)],
  );

/** Sets the time of the last movement from the ledger. */
export const updateLastMovement = (tx: TenantDb, linkId: string) =>
  tx.query(
    `update produto_deposito d set ultima_movimentacao = (
       select max(m.created_at) from movimentos_estoque m
       where m.empresa_id = $1 and m.produto_id = d.produto_id and m.deposito_id = d.deposito_id)
     where d.empresa_id = $1 and d.id = $2`,
    [linkId],
  );

/** A line to be written to the ledger. */
export interface Movement extends Link {
  /** The idempotency key. */
  chave: string;
  tipo: Tipo;
  /** A signed exact decimal. */
  delta: string;
}

/** The reason for the movements. */
export interface Reason {
  motivo: string | null;
  origem: Movimento['origem'];
}

const SUMMED = `, summed as (
       update produtos p set estoque_inicial = p.estoque_inicial + s.delta
       from (select produto_id, sum(delta) as delta from l group by produto_id having sum(delta) <> 0) s
       where p.empresa_id = $1 and p.id = s.produto_id
     )`;

/**
 * Writes saldos, ledger and the sums of the produtos in one statement, under the locks of the produtos. There
 * is at most one line for each produto and deposito. With `areSummed`, the produtos were created in this
 * transaction with these quantities in their sums.
 */
export const writeMovements = (
  tx: TenantDb,
  movements: readonly Movement[],
  { motivo, origem }: Reason,
  areSummed = false,
) =>
  tx.query<LedgerLine>(
    `with l as (
       select * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::numeric[])
         with ordinality l (chave, produto_id, deposito_id, tipo, delta, n)
     ), moved as (
       update produto_deposito d set quantidade = d.quantidade + l.delta, ultima_movimentacao = greatest(
         clock_timestamp(),
         coalesce(d.ultima_movimentacao, (
           select max(m.created_at) from movimentos_estoque m
           where m.empresa_id = $1 and m.produto_id = l.produto_id and m.deposito_id = l.deposito_id
         )) + interval '1 microsecond')
       from l where d.empresa_id = $1 and d.produto_id = l.produto_id and d.deposito_id = l.deposito_id
       returning l.*, d.quantidade as saldo, d.ultima_movimentacao as created_at
     )${areSummed ? '' : SUMMED}
     insert into movimentos_estoque as m
       (empresa_id, chave, produto_id, deposito_id, tipo, delta, saldo, motivo, origem, lote, user_id, created_at)
     select $1, chave, produto_id, deposito_id, tipo, delta, saldo, $7, $8, $9, $10, created_at from moved order by n
     returning ${LINE}`,
    [
      movements.map(({ chave }) => chave),
      movements.map(({ produto }) => produto),
      movements.map(({ deposito }) => deposito),
      movements.map(({ tipo }) => tipo),
      movements.map(({ delta }) => delta),
      motivo,
      origem,
      tx.lote,
      tx.userId,
    ],
  );
