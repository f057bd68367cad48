import type { TenantDb } from '#platform/tenant-db.ts';
import type { Pedido } from './keep.ts';

/** The statuses of which a total is counted. */
export const SOLD = "('paid', 'partially_refunded', 'refunded')";
const CANCELLED = "'cancelled'";
const DAY = (instant: string) => `(${instant} at time zone 'America/Sao_Paulo')::date`;

const KEPT = [
  'criado_em',
  'atualizado_em',
  'status',
  'total',
  'tarifas',
  'quantidade',
  'anuncio_id',
  'pacote_id',
];
const listed = (prefix: string) => KEPT.map((name) => `${prefix}.${name}`).join(', ');
/** What a newer answer left out is not known: what was true before it need not be. */
const ESTORNADO =
  'case when excluded.atualizado_em > p.atualizado_em then excluded.estornado else coalesce(excluded.estornado, p.estornado) end';

/**
 * Writes pedidos and the sums kept of them at once: what a pedido was is taken off, what it is is put on, so that the
 * same one again, or an older answer, changes nothing.
 */
const UPSERT = `
  with entrada as (
    select * from jsonb_to_recordset($3::jsonb) as e (id bigint, criado_em timestamptz, atualizado_em timestamptz,
      status text, total numeric, estornado numeric, tarifas numeric, quantidade integer, anuncio_id text, titulo text,
      pacote_id bigint)
  ), salvo as (
    insert into pedidos as p (empresa_id, user_ml_id, id, estornado, ${KEPT.join(', ')})
    select $1::uuid, $2::bigint, e.id, e.estornado, ${listed('e')} from entrada e
    on conflict (empresa_id, user_ml_id, id) do update
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
    insert into pedidos_dia as d (empresa_id, user_ml_id, dia, pedidos, total, unidades, estornado, tarifas, cancelados, cancelado)
    select $1::uuid, $2::bigint, m.dia, ${sumOf('1', 'vendido')}, ${sumOf('m.total', 'vendido')},
      ${sumOf('m.quantidade', 'vendido')}, ${sumOf('m.estornado', 'vendido')}, ${sumOf('m.tarifas', 'vendido')},
      ${sumOf('1', 'cancelado')}, ${sumOf('m.total', 'cancelado')}
    from mudanca m where m.vendido or m.cancelado group by m.dia
    on conflict (empresa_id, user_ml_id, dia) do update
    set pedidos = d.pedidos + excluded.pedidos, total = d.total + excluded.total,
      unidades = d.unidades + excluded.unidades, estornado = d.estornado + excluded.estornado,
      tarifas = d.tarifas + excluded.tarifas, cancelados = d.cancelados + excluded.cancelados,
      cancelado = d.cancelado + excluded.cancelado
  ), anuncio_dias as (
    insert into pedidos_anuncio_dia as d (empresa_id, user_ml_id, anuncio_id, dia, pedidos, total, unidades)
    select $1::uuid, $2::bigint, m.anuncio_id, m.dia, sum(m.sinal), sum(m.sinal * m.total), sum(m.sinal * m.quantidade)
    from mudanca m where m.vendido group by m.anuncio_id, m.dia
    having (sum(m.sinal), sum(m.sinal * m.total), sum(m.sinal * m.quantidade)) <> (0, 0, 0)
    on conflict (empresa_id, user_ml_id, anuncio_id, dia) do update
    set pedidos = d.pedidos + excluded.pedidos, total = d.total + excluded.total, unidades = d.unidades + excluded.unidades
  ), blocos as (
    insert into pedidos_anuncio_bloco as b (empresa_id, user_ml_id, anuncio_id, meses, inicio, centavos)
    select $1::uuid, $2::bigint, m.anuncio_id, t.meses, date_trunc(t.nome, m.dia)::date,
      (100 * sum(m.sinal * m.total))::bigint
    from mudanca m cross join (values (3, 'quarter'), (12, 'year')) t (meses, nome)
    where m.vendido group by m.anuncio_id, t.meses, date_trunc(t.nome, m.dia)
    having (sum(m.sinal), sum(m.sinal * m.total)) <> (0, 0)
    on conflict (empresa_id, user_ml_id, anuncio_id, meses, inicio) do update
    set centavos = b.centavos + excluded.centavos
  )
  insert into pedidos_anuncio as a (empresa_id, user_ml_id, anuncio_id, titulo, titulo_em)
  select distinct on (m.anuncio_id) $1::uuid, $2::bigint, m.anuncio_id, m.titulo, m.criado_em
  from mudanca m where m.vendido and m.titulo is not null order by m.anuncio_id, m.criado_em desc
  on conflict (empresa_id, user_ml_id, anuncio_id) do update
  set titulo = excluded.titulo, titulo_em = excluded.titulo_em where excluded.titulo_em >= a.titulo_em
    and (a.titulo, a.titulo_em) <> (excluded.titulo, excluded.titulo_em)`;

function columnsOf(row: string): string {
  const of = (name: string) => `(s.${row}).${name}`;
  return `${DAY(of('criado_em'))} as dia, ${of('criado_em')}, ${of('anuncio_id')}, ${of('total')}, ${of('tarifas')},
    ${of('quantidade')}, coalesce(${of('estornado')}, 0) as estornado, ${of('status')} in ${SOLD} as vendido,
    ${of('status')} = ${CANCELLED} as cancelado`;
}

function sumOf(amount: string, which: string): string {
  return `coalesce(sum(m.sinal * ${amount}) filter (where m.${which}), 0)`;
}

export async function upsertPedidos(
  tx: TenantDb,
  userMlId: string,
  pedidos: readonly Pedido[],
): Promise<void> {
  if (pedidos.length > 0) await tx.query(UPSERT, [userMlId, JSON.stringify(pedidos)]);
}

/** Any of the pedidos still to be had there of which it is not known what was given back. */
export async function selectWithoutRefunds(tx: TenantDb, userMlId: string, count: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id::text from pedidos where empresa_id = $1 and user_ml_id = $2 and estornado is null
       and criado_em > now() - interval '1 year' and status in ${SOLD} order by random() limit $3`,
    [userMlId, count],
  );
  return rows.map(({ id }) => id);
}
