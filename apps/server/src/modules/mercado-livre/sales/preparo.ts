import type {
  EtapaDeEnvio,
  Etiqueta,
  Modalidade,
  Preparo,
  ProblemaDeEnvio,
} from '#modules/marketplace/sales.ts';
import type { Shipment } from './shipment.ts';

const MODALIDADES = new Map<string, Modalidade>([
  ['cross_docking', 'coleta'],
  ['xd_same_day', 'coleta'],
  ['drop_off', 'agencia'],
  ['xd_drop_off', 'agencia'],
  ['self_service', 'propria'],
]);

/** By status and substatus, or by the status alone. */
const PROBLEMAS = new Map<string, ProblemaDeEnvio>([
  ['ready_to_ship rejected_in_hub', 'rejeitado'],
  ['ready_to_ship stale', 'parado'],
  ['stale_ready_to_ship', 'parado'],
  ['stale_shipped', 'parado'],
  ['not_delivered lost', 'extraviado'],
  ['not_delivered stolen', 'extraviado'],
  ['not_delivered damaged', 'avariado'],
  ['not_delivered returning_to_sender', 'voltando'],
  ['shipped returning_to_sender', 'voltando'],
]);

type Instants = Pick<Preparo, 'liberado_em' | 'impresso_em' | 'entregue_em'>;

export function preparoOf(shipment: Shipment, etapa: EtapaDeEnvio, instants: Instants): Preparo {
  const { status, substatus, logistic, lead_time } = shipment;
  const etiqueta = etiquetaOf(shipment, etapa);
  return {
    etiqueta,
    etiqueta_em: etiqueta === 'aguarda' ? (lead_time?.buffering?.date ?? null) : null,
    modalidade: MODALIDADES.get(logistic?.type ?? '') ?? 'outra',
    problema: PROBLEMAS.get(`${status} ${substatus}`) ?? PROBLEMAS.get(status) ?? null,
    ...instants,
  };
}

/** Mercado Livre makes labels only for parcels of Mercado Envios that are not in its own warehouse. */
function etiquetaOf({ substatus, logistic }: Shipment, etapa: EtapaDeEnvio): Etiqueta {
  const hasLabel = logistic?.mode == null || logistic.mode === 'me2';
  if (!hasLabel || logistic?.type === 'fulfillment' || etapa === 'cancelado') return 'sem';
  if (etapa !== 'preparando') return 'impressa';
  if (substatus === 'invoice_pending') return 'nota';
  return substatus === 'ready_to_print' ? 'pronta' : 'aguarda';
}
