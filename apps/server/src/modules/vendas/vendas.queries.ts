import type { Devolucao, Envio, ItemDeVenda, PedidoDeVenda, Venda } from '#modules/marketplace/sales.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/**
 * Builds an upsert in which an older answer never replaces a newer one. The columns of
 * `newest` come from the newest answer. Those of `evidence` combine the stored and the new value by their expression,
 * because each answer may show a part of the past.
 */
function upsertOf(parts: {
  table: string;
  columns: string;
  key: string;
  newest: readonly string[];
  evidence: Readonly<Record<string, string>>;
}): string {
  const { table, columns, key, newest, evidence } = parts;
  const names = [key, 'atualizado_em', ...newest, ...Object.keys(evidence)];
  const values = {
    ...Object.fromEntries(
      ['atualizado_em', ...newest].map((name) => [
        name,
        `case when excluded.atualizado_em >= v.atualizado_em then excluded.${name} else v.${name} end`,
      ]),
    ),
    ...evidence,
  };
  const listed = (of: readonly string[]) => of.join(', ');
  return `
    insert into ${table} as v (empresa_id, marketplace, seller_id, ${listed(names)})
    select $1::uuid, $2, $3, ${listed(names.map((name) => `e.${name}`))}
    from jsonb_to_recordset($4::jsonb) as e (${columns}) order by e.${key}
    on conflict (empresa_id, marketplace, seller_id, ${key}) do update
    set ${listed(Object.entries(values).map(([name, value]) => `${name} = ${value}`))}
    where (${listed(Object.keys(values).map((name) => `v.${name}`))})
      is distinct from (${listed(Object.values(values))})`;
}

const either = (name: string) => ({ [name]: `v.${name} or excluded.${name}` });

const first = (name: string) => ({ [name]: `least(v.${name}, excluded.${name})` });

const UPSERT_PEDIDOS = upsertOf({
  table: 'vendas',
  columns: `pedido_id text, criado_em timestamptz, atualizado_em timestamptz, situacao text, foi_fechado boolean, foi_pago boolean,
    is_desfeito boolean, cancelado_em timestamptz, risco_de_fraude boolean, foi_dividido boolean, pacote_id text,
    envio_id text, reclamacao_ids text[], itens jsonb`,
  key: 'pedido_id',
  newest: ['criado_em', 'situacao', 'is_desfeito', 'cancelado_em', 'risco_de_fraude', 'pacote_id', 'itens'],
  evidence: {
    ...{ ...either('foi_fechado'), ...either('foi_pago'), ...either('foi_dividido') },
    // A pedido that has an envio keeps one.
    envio_id: `case when excluded.atualizado_em >= v.atualizado_em then coalesce(excluded.envio_id, v.envio_id)
      else coalesce(v.envio_id, excluded.envio_id) end`,
    reclamacao_ids: `array(select distinct unnest(v.reclamacao_ids || excluded.reclamacao_ids) order by 1)`,
  },
});

const UPSERT_ENVIOS = upsertOf({
  table: 'vendas_envios',
  columns: `id text, atualizado_em timestamptz, etapa text, foi_impresso boolean, despachado_em timestamptz,
    foi_devolvido boolean, is_full boolean, foi_dividido boolean, irmao_id text, despachar_ate timestamptz,
    prazo_em timestamptz, etiqueta text, etiqueta_em timestamptz, modalidade text, problema text,
    liberado_em timestamptz, impresso_em timestamptz, entregue_em timestamptz`,
  key: 'id',
  newest: ['etapa', 'etiqueta', 'etiqueta_em', 'modalidade', 'problema'],
  evidence: {
    ...{ ...either('foi_impresso'), ...either('foi_devolvido'), ...either('foi_dividido') },
    ...{
      ...first('despachado_em'),
      ...first('liberado_em'),
      ...first('impresso_em'),
      ...first('entregue_em'),
    },
    // What the newest answer leaves out, an older one still says.
    is_full: `case when excluded.atualizado_em >= v.atualizado_em then coalesce(excluded.is_full, v.is_full)
      else coalesce(v.is_full, excluded.is_full) end`,
    irmao_id: 'coalesce(v.irmao_id, excluded.irmao_id)',
    despachar_ate: `case when v.prazo_em is null or excluded.prazo_em >= v.prazo_em then excluded.despachar_ate
      else v.despachar_ate end`,
    prazo_em: 'greatest(v.prazo_em, excluded.prazo_em)',
  },
});

const UPSERT_DEVOLUCOES = upsertOf({
  table: 'vendas_devolucoes',
  columns: 'reclamacao_id text, id text, atualizado_em timestamptz, chegou boolean, itens jsonb',
  key: 'reclamacao_id',
  newest: ['id', 'itens'],
  // The parcel that follows an examination arrives without a new instant of the return.
  evidence: either('chegou'),
});

/** Stores a sale. A repeated or older answer changes nothing, apart from the evidence that it adds. */
export async function upsertVenda(tx: TenantDb, seller: SellerRef, venda: Venda): Promise<void> {
  const { pedido, envio, reclamacoes, devolucoes } = venda;
  const reclamacao_ids = [...new Set([...pedido.reclamacao_ids, ...reclamacoes.map(({ id }) => id)])];
  await upsertPedidoDeVenda(tx, seller, { ...pedido, reclamacao_ids });
  if (envio) await upsertEnvio(tx, seller, envio);
  for (const devolucao of devolucoes) await upsertDevolucao(tx, seller, devolucao);
}

const save = (tx: TenantDb, { marketplace, sellerId }: SellerRef, statement: string, row: object) =>
  tx.query(statement, [marketplace, sellerId, JSON.stringify([row])]);

export const upsertPedidoDeVenda = (
  tx: TenantDb,
  seller: SellerRef,
  { id, reclamacao_ids, ...pedido }: PedidoDeVenda,
) =>
  save(tx, seller, UPSERT_PEDIDOS, {
    ...pedido,
    pedido_id: id,
    reclamacao_ids: reclamacao_ids.toSorted(),
  });

export const upsertEnvio = (tx: TenantDb, seller: SellerRef, { prazo, preparo, ...envio }: Envio) =>
  save(tx, seller, UPSERT_ENVIOS, {
    ...envio,
    ...preparo,
    despachar_ate: prazo?.despachar_ate ?? null,
    prazo_em: prazo?.atualizado_em ?? null,
  });

export const upsertDevolucao = (tx: TenantDb, seller: SellerRef, devolucao: Devolucao) =>
  save(tx, seller, UPSERT_DEVOLUCOES, devolucao);

interface VendaRow extends Omit<PedidoDeVenda, 'id'> {
  pedido_id: string;
  envio:
    | (Omit<Envio, 'prazo' | 'preparo'> & { despachar_ate: string | null; prazo_em: string | null })
    | null;
  devolucoes: Devolucao[] | null;
}

/**
 * Selects sales and those that belong to them: the pedidos of the same envio, of the envio that it replaces, and
 * of the envios that replace it.
 */
export async function selectVendas(
  tx: TenantDb,
  seller: SellerRef,
  pedidoIds: readonly string[],
): Promise<Venda[]> {
  const rows = await tx.query<VendaRow>(
    `with asked as (
       select envio_id from vendas
       where empresa_id = $1 and marketplace = $2 and seller_id = $3 and pedido_id = any ($4) and envio_id is not null
     ), old as (
       select envio_id from asked
       union select irmao_id from vendas_envios
       where empresa_id = $1 and marketplace = $2 and seller_id = $3 and irmao_id is not null
         and id in (select envio_id from asked)
     ), together as (
       select envio_id from old
       union select id from vendas_envios
       where empresa_id = $1 and marketplace = $2 and seller_id = $3 and irmao_id in (select envio_id from old)
     )
     select v.*, to_jsonb(e) as envio,
       (select jsonb_agg(to_jsonb(d)) from vendas_devolucoes d
        where d.empresa_id = $1 and d.marketplace = $2 and d.seller_id = $3
          and d.reclamacao_id = any (v.reclamacao_ids)) as devolucoes
     from vendas v left join vendas_envios e on e.empresa_id = $1 and e.marketplace = $2 and e.seller_id = $3
       and e.id = v.envio_id
     where v.empresa_id = $1 and v.marketplace = $2 and v.seller_id = $3
       and (v.pedido_id = any ($4) or v.envio_id in (select envio_id from together))
     order by v.criado_em, v.pedido_id`,
    [seller.marketplace, seller.sellerId, pedidoIds],
  );
  return rows.map(({ pedido_id, envio, devolucoes, ...pedido }) => ({
    pedido: { ...pedido, id: pedido_id },
    envio: envio && {
      ...envio,
      prazo: envio.despachar_ate
        ? { despachar_ate: envio.despachar_ate, atualizado_em: envio.prazo_em ?? envio.atualizado_em }
        : null,
      // The stock does not depend on it.
      preparo: null,
    },
    reclamacoes: [],
    devolucoes: devolucoes ?? [],
  }));
}

/** Selects the stored pedidos of an envio or a complaint, and the complaints that are known of a pedido. */
export async function selectKnown(
  tx: TenantDb,
  seller: SellerRef,
  { topico, recurso }: { topico: 'pedidos' | 'envios' | 'reclamacoes'; recurso: string },
): Promise<{ pedido_id: string; reclamacao_ids: string[] }[]> {
  const where = {
    pedidos: 'pedido_id = $4',
    envios: 'envio_id = $4',
    reclamacoes: 'reclamacao_ids @> array[$4]',
  }[topico];
  return tx.query(
    `select pedido_id, reclamacao_ids from vendas
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and ${where} order by pedido_id limit 100`,
    [seller.marketplace, seller.sellerId, recurso],
  );
}

interface Linked {
  anuncio_id: string;
  variacao_id: string;
  produto_id: string | null;
  is_full: boolean;
}

/** Selects the anuncios of items with their produtos. */
export const selectAnuncios = (tx: TenantDb, seller: SellerRef, itens: readonly ItemDeVenda[]) =>
  tx.query<Linked>(
    `select a.anuncio_id, a.variacao_id, a.produto_id, a.is_full
     from unnest($4::text[], $5::text[]) i (anuncio_id, variacao_id)
     join anuncios a on a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3
       and a.anuncio_id = i.anuncio_id and a.variacao_id = i.variacao_id`,
    [
      ...[seller.marketplace, seller.sellerId],
      itens.map(({ anuncio_id }) => anuncio_id),
      itens.map(({ variacao_id }) => variacao_id),
    ],
  );

/**
 * Waits until no other transaction changes sales of the seller, and keeps others waiting until this one ends.
 * Otherwise two transactions that each store a part of a divided sale would not see each other's part.
 */
export const lockVendas = (tx: TenantDb, seller: SellerRef) =>
  tx.query(
    `select pg_advisory_xact_lock(hashtextextended('vendas ' || $1::text || ' ' || $2 || ' ' || $3, 0))`,
    [seller.marketplace, seller.sellerId],
  );

export interface Rule {
  /** Sales that were made since then are reserved. */
  reserva_desde: string;
  /** When a person chose that start. */
  escolhida_em: string;
  saida_em: 'etiqueta' | 'despacho';
}

/** Selects the items of the pedidos that the stock shows. A promise that was given up is not shown. */
export const selectReserved = (tx: TenantDb, seller: SellerRef, pedidoIds: readonly string[]) =>
  tx.query<{ pedido_id: string; anuncio_id: string; variacao_id: string; produto_id: string }>(
    `select pedido_id, anuncio_id, variacao_id, produto_id from reservas
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and pedido_id = any ($4)
       and (reservado > 0 or saiu > 0)`,
    [seller.marketplace, seller.sellerId, pedidoIds],
  );

/** Selects how the sales of a seller reach the stock. Undefined for a seller whose sales do not. */
export async function selectRule(tx: TenantDb, seller: SellerRef): Promise<Rule | undefined> {
  const rows = await tx.query<Rule>(
    `select reserva_desde, escolhida_em, saida_em from vendas_config
     where empresa_id = $1 and marketplace = $2 and seller_id = $3 and reserva_desde is not null`,
    [seller.marketplace, seller.sellerId],
  );
  return rows[0];
}
