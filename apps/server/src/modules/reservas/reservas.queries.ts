import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Escrito } from './next-writes.ts';
import type { Regras } from './place-of.ts';
import type { ReservaKey } from './reserva-key.ts';

/** A row of `reservas`. */
export interface Reserva extends ReservaKey, Escrito {
  id: string;
  produto_id: string;
  deposito_id: string | null;
  vendavel: number;
  avariado: number;
  prazo: string | null;
  criado_em: string;
  /** How many lines of the ledger the reserva has written. */
  passos: number;
}

const COLUMNS = `r.id, r.marketplace, r.seller_id, r.pedido_id, r.anuncio_id, r.variacao_id, r.produto_id, r.deposito_id,
  r.reservado, r.saiu, r.saida_pendente, r.a_conferir, r.vendavel, r.avariado, r.nao_enviar, r.prazo, r.criado_em, r.passos`;

const KEYS = `unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  k (marketplace, seller_id, pedido_id, anuncio_id, variacao_id)`;

const columnsOf = (keys: readonly ReservaKey[]) => [
  keys.map(({ marketplace }) => marketplace),
  keys.map(({ seller_id }) => seller_id),
  keys.map(({ pedido_id }) => pedido_id),
  keys.map(({ anuncio_id }) => anuncio_id),
  keys.map(({ variacao_id }) => variacao_id),
];

export const selectReservas = (tx: TenantDb, keys: readonly ReservaKey[]) =>
  tx.query<Reserva>(
    `select ${COLUMNS} from ${KEYS} join reservas r on r.empresa_id = $1 and r.marketplace = k.marketplace
       and r.seller_id = k.seller_id and r.pedido_id = k.pedido_id and r.anuncio_id = k.anuncio_id
       and r.variacao_id = k.variacao_id`,
    columnsOf(keys),
  );

/** Selects the reservas of a seller's account whose goods are still here. */
export const selectAbertasDaConta = (
  tx: TenantDb,
  { marketplace, seller_id }: Pick<ReservaKey, 'marketplace' | 'seller_id'>,
  limit: number,
) =>
  tx.query<Reserva>(
    `select ${COLUMNS} from reservas r
     where r.empresa_id = $1 and r.marketplace = $2 and r.seller_id = $3 and r.reservado > 0 limit $4`,
    [marketplace, seller_id, limit],
  );

/** The maximum number of waiting saidas that one entry of stock tries again. The next entry tries the others. */
const RETRIED = 100;

/** Selects the reservas of these produtos whose goods left without stock that there is now, the most urgent first. */
export const selectPendentes = (tx: TenantDb, produtoIds: readonly string[]) =>
  tx.query<Reserva>(
    `select ${COLUMNS} from reservas r
     join produto_deposito d on d.empresa_id = $1 and d.produto_id = r.produto_id and d.deposito_id = r.deposito_id
       and d.quantidade >= r.saida_pendente
     where r.empresa_id = $1 and r.produto_id = any ($2::uuid[]) and r.saida_pendente > 0
     order by r.prazo nulls last, r.criado_em, r.id limit ${RETRIED}`,
    [produtoIds],
  );

export interface StoredLugar {
  deposito: string;
  ativo: boolean;
  saldo: string | null;
  reservado: string;
}

/**
 * Selects the depositos of a produto, those of `named`, and the oldest active one, in the order in which they were
 * created.
 */
export const selectLugares = (tx: TenantDb, produtoId: string, named: readonly string[]) =>
  tx.query<StoredLugar>(
    `select e.id as deposito, e.ativo, d.quantidade::text as saldo, coalesce(d.reservado, 0)::text as reservado
     from depositos e
     left join produto_deposito d on d.empresa_id = $1 and d.produto_id = $2 and d.deposito_id = e.id
     where e.empresa_id = $1 and e.id in (
       select deposito_id from produto_deposito where empresa_id = $1 and produto_id = $2
       union all select unnest($3::uuid[])
       union all (select id from depositos where empresa_id = $1 and ativo order by created_at, id limit 1))
     order by e.created_at, e.id`,
    [produtoId, named],
  );

/** Selects the depositos that people named for the sales of an anuncio. */
export async function selectRegras(
  tx: TenantDb,
  { marketplace, seller_id, anuncio_id }: Pick<ReservaKey, 'marketplace' | 'seller_id' | 'anuncio_id'>,
): Promise<Regras> {
  const [row] = await tx.query<Regras>(
    `select coalesce((select depositos from vendas_anuncios where empresa_id = $1 and marketplace = $2 and seller_id = $3
         and anuncio_id = $4), '{}') as anuncio,
       coalesce((select depositos from vendas_config where empresa_id = $1 and marketplace = $2 and seller_id = $3), '{}') as conta`,
    [marketplace, seller_id, anuncio_id],
  );
  return row ?? { anuncio: [], conta: [] };
}

/** A difference of the promised units of a produto. A reserva without a deposito counts for the produto alone. */
export interface Delta {
  produto: string;
  deposito: string | null;
  delta: number;
}

const SUMS = `places as (
    update produto_deposito d set reservado = d.reservado + l.delta
    from unnest($2::uuid[], $3::uuid[], $4::integer[]) l (produto_id, deposito_id, delta)
    where d.empresa_id = $1 and d.produto_id = l.produto_id and d.deposito_id = l.deposito_id
    returning d.id
  ), sums as (
    update produtos p set reservado = p.reservado + s.delta
    from (select produto_id, sum(delta) as delta from unnest($2::uuid[], $3::uuid[], $4::integer[]) l (produto_id, deposito_id, delta)
      group by produto_id having sum(delta) <> 0) s
    where p.empresa_id = $1 and p.id = s.produto_id
  )`;

const sumsOf = (deltas: readonly Delta[]) => [
  deltas.map(({ produto }) => produto),
  deltas.map(({ deposito }) => deposito),
  deltas.map(({ delta }) => delta),
];

/**
 * Writes a reserva together with the sums of its produto and depositos, in one statement under the lock of the produto.
 * There is at most one delta for each produto and deposito. `id` is null for a new reserva.
 */
export async function writeReserva(
  tx: TenantDb,
  { id, ...row }: Omit<Reserva, 'id' | 'vendavel' | 'avariado'> & { id: string | null },
  deltas: readonly Delta[],
): Promise<void> {
  const values = [
    ...sumsOf(deltas),
    ...[row.produto_id, row.deposito_id, row.reservado, row.saiu, row.saida_pendente, row.a_conferir],
    ...[row.nao_enviar, row.prazo, row.criado_em, row.passos],
  ];
  const [written] = await tx.query<{ places: number }>(
    id === null
      ? `with ${SUMS}, written as (
           insert into reservas (empresa_id, produto_id, deposito_id, reservado, saiu, saida_pendente, a_conferir,
             nao_enviar, prazo, criado_em, passos, marketplace, seller_id, pedido_id, anuncio_id, variacao_id)
           values ($1, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
         ) select count(*)::int as places from places`
      : `with ${SUMS}, written as (
           update reservas set produto_id = $5, deposito_id = $6, reservado = $7, saiu = $8, saida_pendente = $9,
             a_conferir = $10, nao_enviar = $11, prazo = $12, criado_em = $13, passos = $14, atualizado_em = now()
           where empresa_id = $1 and id = $15
         ) select count(*)::int as places from places`,
    [
      ...values,
      ...(id === null
        ? [row.marketplace, row.seller_id, row.pedido_id, row.anuncio_id, row.variacao_id]
        : [id]),
    ],
  );
  const places = deltas.filter(({ deposito }) => deposito !== null).length;
  if (written?.places !== places) throw new Error('a saldo disappeared under the lock of its produto');
}
