import type { Alvo } from '#modules/reservas/alvo.ts';
import { applyAlvos } from '#modules/reservas/apply-alvos.ts';
import type { ReservaKey } from '#modules/reservas/reserva-key.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';

/** An item of a sale in a test. What a test leaves out has a fixed value. */
export interface Sold extends Partial<Alvo>, Partial<ReservaKey> {
  produto_id: string;
  prazo?: string | null;
  criado_em?: string;
}

const itemOf = ({ produto_id, prazo = null, criado_em = '2026-11-01T12:00:00Z', ...values }: Sold) => ({
  ...{ produto_id, prazo, criado_em },
  chave: {
    marketplace: values.marketplace ?? 'mercado-livre',
    seller_id: values.seller_id ?? '1001',
    pedido_id: values.pedido_id ?? '2000001',
    anuncio_id: values.anuncio_id ?? 'MLB1',
    variacao_id: values.variacao_id ?? '',
  },
  alvo: {
    reservado: values.reservado ?? 0,
    saiu: values.saiu ?? 0,
    a_conferir: values.a_conferir ?? 0,
    nao_enviar: values.nao_enviar ?? false,
  },
});

/** Makes the stock of an empresa show these items, as the job that reads sales does. */
export const sell = (db: Database, { empresaId }: { empresaId: string }, ...sold: readonly Sold[]) =>
  db.write(systemAccess(empresaId), (tx) => applyAlvos(tx, sold.map(itemOf)));
