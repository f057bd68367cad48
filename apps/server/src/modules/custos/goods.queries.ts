import type { TenantDb } from '#platform/db/tenant-db.ts';

/** An item of a pedido, as a reserva names it. */
export interface ItemDeCusto {
  marketplace: string;
  seller_id: string;
  pedido_id: string;
  anuncio_id: string;
  variacao_id: string;
}

interface Movido extends ItemDeCusto {
  produto_id: string;
  units: number;
  fonte: 'movimento' | 'conferencia';
  fonte_id: string;
}

const INSERT = `insert into pedido_custos (empresa_id, marketplace, seller_id, pedido_id, tipo, anuncio_id, variacao_id,
    quantidade, valor, situacao, fonte, fonte_id)`;
const ONCE = `on conflict on constraint pedido_custos_key do nothing`;

const columnsOf = ({ marketplace, seller_id, pedido_id, anuncio_id, variacao_id }: ItemDeCusto) => [
  marketplace,
  seller_id,
  pedido_id,
  anuncio_id,
  variacao_id,
];

/**
 * Writes nothing for a deleted produto, and for one without a custo: a line is never changed, so the goods would stay
 * free. They are estimated once somebody enters the custo.
 */
export const insertOut = (tx: TenantDb, { units, fonte, fonte_id, produto_id, ...item }: Movido) =>
  tx.query(
    `${INSERT} select $1, $2, $3, $4, 'mercadoria', $5, $6, $7::int, p.custo_unitario * $7, 'realizado', $8, $9
     from produtos p where p.empresa_id = $1 and p.id = $10 and p.custo_unitario > 0 ${ONCE}`,
    [...columnsOf(item), units, fonte, fonte_id, produto_id],
  );

export const insertBack = (
  tx: TenantDb,
  { units, valor, fonte, fonte_id, ...item }: Omit<Movido, 'produto_id'> & { valor: string },
) =>
  tx.query(
    `${INSERT} values ($1, $2, $3, $4, 'mercadoria', $5, $6, -$7::int, -$8::numeric, 'realizado', $9, $10) ${ONCE}`,
    [...columnsOf(item), units, valor, fonte, fonte_id],
  );

/** Adds up what the goods of an item cost that left and did not come back. */
export async function selectLevado(
  tx: TenantDb,
  item: ItemDeCusto,
): Promise<{ valor: string; units: number }> {
  const [row] = await tx.query<{ valor: string; units: number }>(
    `select coalesce(sum(valor), 0)::numeric(15, 2)::text as valor, coalesce(sum(quantidade), 0)::int as units
     from pedido_custos where empresa_id = $1 and marketplace = $2 and seller_id = $3 and pedido_id = $4
       and tipo = 'mercadoria' and anuncio_id = $5 and variacao_id = $6`,
    columnsOf(item),
  );
  return row ?? { valor: '0.00', units: 0 };
}
