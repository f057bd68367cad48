import type { AbaDePedidos, ProblemaDoPedido } from '@prumo/contract/pedidos-fila.ts';
import type { EtapaDeEnvio, Etiqueta, ProblemaDeEnvio } from '#modules/marketplace/sales.ts';

/** Everything on which the aba of a parcel depends. */
export interface Fatos {
  /** Every pedido of the parcel was called off or replaced. */
  cancelado: boolean;
  /** Every pedido that was not called off is paid. */
  pago: boolean;
  /** The marketplace forbids the dispatch. */
  nao_enviar: boolean;
  /** Null while the marketplace has created no parcel, or for what it does not say. */
  etapa: EtapaDeEnvio | null;
  etiqueta: Etiqueta | null;
  problema: ProblemaDeEnvio | null;
  foi_impresso: boolean;
  saiu: boolean;
  /** The parcel was not delivered and is back. */
  foi_devolvido: boolean;
  /** The returned units in hand that wait for a person. */
  a_conferir: number;
  /** What a person said. */
  separado: boolean;
  resolvido: boolean;
}

export interface Lugar {
  aba: AbaDePedidos | null;
  problema: ProblemaDoPedido | null;
}

/**
 * The rules of the abas: what a person has to do next with a parcel. The function uses no database and no clock, so an
 * aba changes only with a fact. A falta of stock changes no aba, because it changes with every movimento of the produto:
 * the parcel stays where its work is and shows the falta.
 */
export function decideAba(fatos: Fatos): Lugar {
  const { etapa, etiqueta, saiu, separado } = fatos;
  if (fatos.a_conferir > 0) return at('devolucoes');
  const problema = problemaOf(fatos);
  // Only the marketplace can allow the dispatch again.
  if (problema && (problema === 'nao_enviar' || !fatos.resolvido)) return { aba: 'problemas', problema };
  if (etapa === 'entregue' || etapa === 'nao_entregue' || etapa === 'cancelado') return DONE;
  if (saiu) return at('despachados');
  if (fatos.cancelado || !fatos.pago) return DONE;
  if (etiqueta === 'nota') return at('nota');
  if (!separado) return at('preparar');
  // Nothing is left to do before the carrier comes.
  return at(etapa === 'impresso' || etiqueta === 'sem' ? 'despachados' : 'imprimir');
}

const DONE: Lugar = { aba: null, problema: null };
const at = (aba: AbaDePedidos): Lugar => ({ aba, problema: null });

function problemaOf(fatos: Fatos): ProblemaDoPedido | null {
  const { etapa, saiu, cancelado } = fatos;
  if (etapa === 'entregue') return null;
  if (etapa === 'nao_entregue') return fatos.foi_devolvido ? null : (fatos.problema ?? 'nao_entregue');
  if (saiu) return etapa === 'cancelado' ? null : fatos.problema;
  // The goods go back to their place. Goods that were not packed are still there.
  if (cancelado) return fatos.separado || fatos.foi_impresso ? 'cancelado' : null;
  // The sale stands and has lost its parcel.
  if (etapa === 'cancelado') return 'cancelado';
  return fatos.nao_enviar ? 'nao_enviar' : fatos.problema;
}
