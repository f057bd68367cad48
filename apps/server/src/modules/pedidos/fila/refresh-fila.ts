import { calledOffAt, isDivided } from '#modules/marketplace/called-off.ts';
import type { PedidoDeVenda } from '#modules/marketplace/sales.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { decideAba, type Fatos } from './decide-aba.ts';
import {
  type FilaRow,
  type FilaWrite,
  lockFila,
  selectEnvioIds,
  selectVendaFacts,
  type VendaFacts,
  writeFila,
} from './refresh-fila.queries.ts';

/**
 * Makes the fila show these pedidos and those that travel with them. Call it after their facts are stored, in the same
 * transaction, and after every lock of a produto: it locks the rows of the fila.
 */
export async function refreshFila(
  tx: TenantDb,
  seller: SellerRef,
  pedidoIds: readonly string[],
): Promise<void> {
  if (pedidoIds.length === 0) return;
  const envioIds = (await selectEnvioIds(tx, seller, pedidoIds)).map(({ envio_id }) => envio_id);
  const rows = await lockFila(tx, seller, { pedidoIds, envioIds });
  const vendas = await selectVendaFacts(tx, seller, { pedidoIds, envioIds });
  await writeFila(tx, seller, nextFila(rows, vendas));
}

/** Decides which rows a set of pedidos has, given the rows that it had. */
export function nextFila(
  rows: readonly FilaRow[],
  vendas: readonly VendaFacts[],
): { rows: FilaWrite[]; replaced: string[] } {
  const left = new Set(rows);
  const take = (matches: (row: FilaRow) => boolean) => {
    const found = [...left].filter(matches);
    for (const row of found) left.delete(row);
    return found;
  };
  const parcels = [...Map.groupBy(vendas, ({ envio_id, pedido_id }) => envio_id ?? ` ${pedido_id}`).values()];
  // A row of the same envio comes first, so that a row of a former envio does not take its place.
  const kept = parcels.map((own) =>
    take(({ envio_id }) => envio_id !== null && envio_id === own[0]?.envio_id),
  );
  const written: FilaWrite[] = [];
  const replaced: string[] = [];
  parcels.forEach((own, index) => {
    const before = [
      ...(kept[index] ?? []),
      ...take((row) => own.some((each) => each.pedido_id === row.pedido_id)),
    ];
    const [first, ...others] = before;
    replaced.push(...others.map(({ id }) => id));
    if (isFull(own)) replaced.push(...(first ? [first.id] : []));
    else written.push(rowOf(own, before));
  });
  return { rows: written, replaced: [...replaced, ...[...left].map(({ id }) => id)] };
}

/** The marketplace packs what it stores itself, so such a parcel has no row in the fila. */
const isFull = (vendas: readonly VendaFacts[]) =>
  vendas.every(({ envio, anuncios_full }) => envio?.is_full ?? anuncios_full);

function rowOf(vendas: readonly VendaFacts[], before: readonly FilaRow[]): FilaWrite {
  const [oldest] = vendas;
  if (!oldest) throw new Error('a parcel without a pedido');
  // A parcel is packed when all that now travels in it was packed.
  const isPacked = before.length > 0 && before.every(({ separado_em }) => separado_em !== null);
  const [first] = before;
  const marks = {
    separado_em: isPacked ? (first?.separado_em ?? null) : null,
    separado_por: isPacked ? (first?.separado_por ?? null) : null,
    resolvido_em: first?.resolvido_em ?? null,
  };
  const { envio } = oldest;
  const fatos = fatosOf(vendas, marks);
  return {
    ...{ id: first?.id ?? null, pedido_id: oldest.pedido_id, envio_id: oldest.envio_id },
    ...{ criado_em: oldest.criado_em, ...decideAba(fatos), ...marks },
    prazo: fatos.saiu ? null : (envio?.despachar_ate ?? null),
    depositos: [...new Set(vendas.flatMap(({ depositos }) => depositos))].sort(),
    produtos: [...new Set(vendas.flatMap(({ produtos }) => produtos))].sort(),
  };
}

function fatosOf(vendas: readonly VendaFacts[], marks: Pick<FilaRow, 'separado_em' | 'resolvido_em'>): Fatos {
  const live = vendas.filter((venda) => !isOff(venda));
  const envio = vendas[0]?.envio ?? null;
  return {
    cancelado: live.length === 0,
    pago: live.every(({ foi_pago }) => foi_pago),
    nao_enviar: live.some(({ risco_de_fraude, situacao }) => risco_de_fraude || situacao === 'cancelando'),
    etapa: envio?.etapa ?? null,
    etiqueta: envio?.etiqueta ?? null,
    problema: envio?.problema ?? null,
    foi_impresso: envio?.foi_impresso === true,
    saiu: envio?.despachado_em != null,
    foi_devolvido: envio?.foi_devolvido === true,
    a_conferir: vendas.reduce((sum, { a_conferir }) => sum + a_conferir, 0),
    separado: marks.separado_em !== null,
    resolvido: marks.resolvido_em !== null,
  };
}

type Sale = Omit<PedidoDeVenda, 'id' | 'itens' | 'reclamacao_ids'> & {
  pedido_id: string;
  envio: { foi_dividido: boolean } | null;
};

/** Whether a pedido was called off, or others replace it. Its goods stay here. */
export function isOff({ pedido_id, envio, ...pedido }: Sale): boolean {
  const sale = { ...pedido, id: pedido_id, itens: [], reclamacao_ids: [] };
  return calledOffAt(sale) !== null || isDivided({ pedido: sale, envio });
}
