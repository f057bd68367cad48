import type { Envio, PedidoDeVenda, Preparo } from '#modules/marketplace/sales.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** A row of `pedidos_fila`, as far as a refresh keeps it. */
export interface FilaRow {
  id: string;
  pedido_id: string;
  envio_id: string | null;
  separado_em: string | null;
  separado_por: string | null;
  resolvido_em: string | null;
}

type EnvioFacts = Pick<
  Envio,
  'etapa' | 'foi_impresso' | 'despachado_em' | 'foi_devolvido' | 'is_full' | 'foi_dividido'
> &
  Pick<Preparo, 'problema'> & { etiqueta: Preparo['etiqueta'] | null; despachar_ate: string | null };

/** A pedido with everything on which the aba of its parcel depends. */
export interface VendaFacts extends Omit<PedidoDeVenda, 'id' | 'itens' | 'reclamacao_ids'> {
  pedido_id: string;
  envio: EnvioFacts | null;
  /** Every anuncio of the pedido is stored at the marketplace. It counts until the envio says it. */
  anuncios_full: boolean;
  a_conferir: number;
  depositos: string[];
  produtos: string[];
}

/** Selects the envios of pedidos, now and in the fila. */
export const selectEnvioIds = (tx: TenantDb, { marketplace, sellerId }: SellerRef, ids: readonly string[]) =>
  tx.query<{ envio_id: string }>(
    `select envio_id from vendas where empresa_id = $1 and marketplace = $2 and seller_id = $3 and pedido_id = any ($4)
       and envio_id is not null
     union select envio_id from pedidos_fila where empresa_id = $1 and marketplace = $2 and seller_id = $3
       and pedido_id = any ($4) and envio_id is not null`,
    [marketplace, sellerId, ids],
  );

/**
 * Locks the rows of these pedidos and envios, in one order. Two people who examine two returns of one parcel would
 * otherwise each decide without the other.
 */
export const lockFila = (
  tx: TenantDb,
  { marketplace, sellerId }: SellerRef,
  { pedidoIds, envioIds }: { pedidoIds: readonly string[]; envioIds: readonly string[] },
) =>
  tx.query<FilaRow>(
    `select id, pedido_id, envio_id, separado_em, separado_por, resolvido_em from pedidos_fila
     where empresa_id = $1 and marketplace = $2 and seller_id = $3
       and id in (
         select id from pedidos_fila where empresa_id = $1 and marketplace = $2 and seller_id = $3 and pedido_id = any ($4)
         union select id from pedidos_fila where empresa_id = $1 and marketplace = $2 and seller_id = $3 and envio_id = any ($5))
     order by id for update`,
    [marketplace, sellerId, pedidoIds, envioIds],
  );

/** Selects the pedidos, and all pedidos of the envios. */
export const selectVendaFacts = (
  tx: TenantDb,
  { marketplace, sellerId }: SellerRef,
  { pedidoIds, envioIds }: { pedidoIds: readonly string[]; envioIds: readonly string[] },
) =>
  tx.query<VendaFacts>(
    `select v.pedido_id, v.criado_em, v.atualizado_em, v.situacao, v.foi_fechado, v.foi_pago, v.is_desfeito, v.cancelado_em,
       v.risco_de_fraude, v.foi_dividido, v.pacote_id, v.envio_id, to_jsonb(e) as envio, s.a_conferir, s.depositos, s.produtos,
       coalesce((select bool_and(coalesce(a.is_full, false)) from jsonb_to_recordset(v.itens) i (anuncio_id text, variacao_id text)
         left join anuncios a on a.empresa_id = $1 and a.marketplace = $2 and a.seller_id = $3
           and a.anuncio_id = i.anuncio_id and a.variacao_id = i.variacao_id), false) as anuncios_full
     from vendas v
     left join vendas_envios e on e.empresa_id = $1 and e.marketplace = $2 and e.seller_id = $3 and e.id = v.envio_id,
     lateral (select coalesce(sum(greatest(0, r.a_conferir - r.vendavel - r.avariado)), 0)::int as a_conferir,
         coalesce(array_agg(r.deposito_id) filter (where r.deposito_id is not null), '{}') as depositos,
         coalesce(array_agg(r.produto_id) filter (where r.produto_id is not null), '{}') as produtos
       from reservas r where r.empresa_id = $1 and r.marketplace = $2 and r.seller_id = $3 and r.pedido_id = v.pedido_id) s
     where v.empresa_id = $1 and v.marketplace = $2 and v.seller_id = $3
       and (v.pedido_id = any ($4) or v.envio_id = any ($5))
     order by v.criado_em, v.pedido_id`,
    [marketplace, sellerId, pedidoIds, envioIds],
  );

/** What a refresh writes of one parcel. `id` is null for a new one. */
export interface FilaWrite extends Omit<FilaRow, 'id'> {
  id: string | null;
  criado_em: string;
  aba: string | null;
  problema: string | null;
  /** Null: no deadline, or the parcel has left. */
  prazo: string | null;
  depositos: string[];
  produtos: string[];
}

const RECORD = `jsonb_to_recordset($4::jsonb) as n (id uuid, pedido_id text, envio_id text, criado_em timestamptz, aba text,
  problema text, prazo timestamptz, depositos uuid[], produtos uuid[], separado_em timestamptz, separado_por uuid, resolvido_em timestamptz)`;
const PRAZO = `coalesce(n.prazo, 'infinity')`;

/** Writes parcels, and removes those that others have replaced. What is written already stays untouched. */
export async function writeFila(
  tx: TenantDb,
  { marketplace, sellerId }: SellerRef,
  { rows, replaced }: { rows: readonly FilaWrite[]; replaced: readonly string[] },
): Promise<void> {
  if (replaced.length > 0)
    await tx.query('delete from pedidos_fila where empresa_id = $1 and id = any ($2::uuid[])', [replaced]);
  const values = (some: readonly FilaWrite[]) => [marketplace, sellerId, JSON.stringify(some)];
  const known = rows.filter(({ id }) => id !== null);
  if (known.length > 0)
    await tx.query(
      `update pedidos_fila f set pedido_id = n.pedido_id, envio_id = n.envio_id, criado_em = n.criado_em, aba = n.aba,
         problema = n.problema, prazo = ${PRAZO}, depositos = n.depositos, produtos = n.produtos, separado_em = n.separado_em,
         separado_por = n.separado_por, resolvido_em = n.resolvido_em
       from ${RECORD}
       where f.empresa_id = $1 and f.marketplace = $2 and f.seller_id = $3 and f.id = n.id
         and (f.pedido_id, f.envio_id, f.criado_em, f.aba, f.problema, f.prazo, f.depositos, f.produtos, f.separado_em,
            f.resolvido_em)
           is distinct from (n.pedido_id, n.envio_id, n.criado_em, n.aba, n.problema, ${PRAZO}, n.depositos, n.produtos,
             n.separado_em, n.resolvido_em)`,
      values(known),
    );
  const added = rows.filter(({ id }) => id === null);
  if (added.length > 0)
    await tx.query(
      `insert into pedidos_fila (empresa_id, marketplace, seller_id, pedido_id, envio_id, criado_em, aba, problema, prazo,
         depositos, produtos)
       select $1::uuid, $2, $3, n.pedido_id, n.envio_id, n.criado_em, n.aba, n.problema, ${PRAZO}, n.depositos, n.produtos
       from ${RECORD}`,
      values(added),
    );
}

/**
 * Removes the open parcels of a seller whose sales no longer reach the stock, because nothing of them is read any more.
 * What came back still waits for a person.
 */
export const clearFila = (tx: TenantDb, { marketplace, sellerId }: SellerRef) =>
  tx.query(
    `delete from pedidos_fila where empresa_id = $1 and marketplace = $2 and seller_id = $3 and id in (
       select id from pedidos_fila where empresa_id = $1 and marketplace = $2 and seller_id = $3 and aba <> 'devolucoes'
       limit 1000)
     returning id`,
    [marketplace, sellerId],
  );
