import type { Pedido } from '#modules/marketplace/orders.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const DAY = (instant: string) => `(${instant} at time zone 'America/Sao_Paulo')::date`;

const KEPT = [
  'criado_em',
  'atualizado_em',
  'situacao',
  'total',
  'tarifas',
  'quantidade',
  'anuncio_id',
  'pacote_id',
];
const listed = (prefix: string) => KEPT.map((name) => `${prefix}.${name}`).join(', ');
/** Sets the refund to unknown if a newer answer omits it, because the old value may no longer be true. */
const ESTORNADO =
  'case when excluded.atualizado_em > p.atualizado_em then excluded.estornado else coalesce(excluded.estornado, p.estornado) end';

/**
 * Upserts pedidos and their daily and block totals in one statement. It subtracts the old row from the totals and adds
 * the new one, so that a repeated or older answer changes nothing.
 */
const UPSERT = `
  with entrada as (
    select * from jsonb_to_recordset($4::jsonb) as e (id text, criado_em timestamptz, atualizado_em timestamptz,
      situacao text, total numeric, estornado numeric, tarifas numeric, quantidade integer, anuncio_id text, titulo text,
      pacote_id text)
  ), salvo as (
    insert into pedidos as p (empresa_id, marketplace, seller_id, id, estornado, ${KEPT.join(', ')})
    select $1::uuid, $2, $3, e.id, e.estornado, ${listed('e')} from entrada e
    on conflict (empresa_id, marketplace, seller_id, id) do update
    set estornado = ${ESTORNADO}, ${KEPT.map((name) => `${name} = excluded.${name}`).join(', ')}
    where p.atualizado_em <= excluded.atualizado_em
      and (p.estornado, ${listed('p')}) is distinct from (${ESTORNADO}, ${listed('excluded')})
    returning old as antes, new as depois
  ), mudanca as (
    select 1 as sinal, ${columnsOf('depois')}, e.titulo
    from salvo s join entrada e on e.id = (s.depois).id
    union all
    select -1, ${columnsOf('antes')}, null from salvo s where (s.antes).id is not null
  ), dias as (
    insert into pedidos_dia as d (empresa_id, marketplace, seller_id, dia, pedidos, total, unidades, estornado, tarifas, cancelados, cancelado)
    select $1::uuid, $2, $3, m.dia, ${sumOf('1', 'vendido')}, ${sumOf('m.total', 'vendido')},
      ${sumOf('m.quantidade', 'vendido')}, ${sumOf('m.estornado', 'vendido')}, ${sumOf('m.tarifas', 'vendido')},
      ${sumOf('1', 'cancelado')}, ${sumOf('m.total', 'cancelado')}
    from mudanca m where m.vendido or m.cancelado group by m.dia
    on conflict (empresa_id, marketplace, seller_id, dia) do update
    set pedidos = d.pedidos + excluded.pedidos, total = d.total + excluded.total,
      unidades = d.unidades + excluded.unidades, estornado = d.estornado + excluded.estornado,
      tarifas = d.tarifas + excluded.tarifas, cancelados = d.cancelados + excluded.cancelados,
      cancelado = d.cancelado + excluded.cancelado
  ), anuncio_dias as (
    insert into pedidos_anuncio_dia as d (empresa_id, marketplace, seller_id, anuncio_id, dia, pedidos, total, unidades)
    select $1::uuid, $2, $3, m.anuncio_id, m.dia, sum(m.sinal), sum(m.sinal * m.total), sum(m.sinal * m.quantidade)
    from mudanca m where m.vendido group by m.anuncio_id, m.dia
    having (sum(m.sinal), sum(m.sinal * m.total), sum(m.sinal * m.quantidade)) <> (0, 0, 0)
    on conflict (empresa_id, marketplace, seller_id, anuncio_id, dia) do update
    set pedidos = d.pedidos + excluded.pedidos, total = d.total + excluded.total, unidades = d.unidades + excluded.unidades
  ), blocos as (
    insert into pedidos_anuncio_bloco as b (empresa_id, marketplace, seller_id, anuncio_id, meses, inicio, centavos)
    select $1::uuid, $2, $3, m.anuncio_id, t.meses, date_trunc(t.nome, m.dia)::date,
      (100 * sum(m.sinal * m.total))::bigint
    from mudanca m cross join (values (3, 'quarter'), (12, 'year')) t (meses, nome)
    where m.vendido group by m.anuncio_id, t.meses, date_trunc(t.nome, m.dia)
    having (sum(m.sinal), sum(m.sinal * m.total)) <> (0, 0)
    on conflict (empresa_id, marketplace, seller_id, anuncio_id, meses, inicio) do update
    set centavos = b.centavos + excluded.centavos
  )
  insert into pedidos_anuncio as a (empresa_id, marketplace, seller_id, anuncio_id, titulo, titulo_em)
  select distinct on (m.anuncio_id) $1::uuid, $2, $3, m.anuncio_id, m.titulo, m.criado_em
  from mudanca m where m.vendido and m.titulo is not null order by m.anuncio_id, m.criado_em desc
  on conflict (empresa_id, marketplace, seller_id, anuncio_id) do update
  set titulo = excluded.titulo, titulo_em = excluded.titulo_em where excluded.titulo_em >= a.titulo_em
    and (a.titulo, a.titulo_em) <> (excluded.titulo, excluded.titulo_em)`;

function columnsOf(row: string): string {
  const of = (name: string) => `(s.${row}).${name}`;
  return `${DAY(of('criado_em'))} as dia, ${of('criado_em')}, ${of('anuncio_id')}, ${of('total')}, ${of('tarifas')},
    ${of('quantidade')}, coalesce(${of('estornado')}, 0) as estornado, ${of('situacao')} = 'pago' as vendido,
    ${of('situacao')} = 'cancelado' as cancelado`;
}

function sumOf(amount: string, which: string): string {
  return `coalesce(sum(m.sinal * ${amount}) filter (where m.${which}), 0)`;
}

export async function upsertPedidos(
  tx: TenantDb,
  seller: SellerRef,
  pedidos: readonly Pedido[],
): Promise<void> {
  if (pedidos.length > 0)
    await tx.query(UPSERT, [seller.marketplace, seller.sellerId, JSON.stringify(pedidos)]);
}

/** Selects random sold pedidos of the last year with an unknown refund. */
export async function selectWithoutRefunds(
  tx: TenantDb,
  seller: SellerRef,
  count: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from pedidos where empresa_id = $1 and marketplace = $2 and seller_id = $3 and estornado is null
       and criado_em > now() - interval '1 year' and situacao = 'pago' order by random() limit $4`,
    [seller.marketplace, seller.sellerId, count],
  );
  return rows.map(({ id }) => id);
}

/** Selects those of the ids that belong to a stored pedido of the seller. */
export async function selectStored(
  tx: TenantDb,
  seller: SellerRef,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    'select id from pedidos where empresa_id = $1 and marketplace = $2 and seller_id = $3 and id = any ($4)',
    [seller.marketplace, seller.sellerId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
