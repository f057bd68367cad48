import type { PassoDoPedido } from '@prumo/contract/pedidos-fila.ts';
import type { Parcela } from './fila.queries.ts';

/** What happened to a parcel, as far as it is known. */
export interface Historia
  extends Pick<
    Parcela,
    | 'aba'
    | 'etapa'
    | 'etiqueta'
    | 'etiqueta_em'
    | 'despachar_ate'
    | 'separado_em'
    | 'liberado_em'
    | 'impresso_em'
    | 'despachado_em'
    | 'entregue_em'
  > {
  vendido_em: string;
  pago: boolean;
  /** Null when nothing is promised. */
  reservado_em: string | null;
  /** Null when the sale stands. */
  cancelado_em: string | null;
  a_conferir: number;
}

interface Step {
  passo: PassoDoPedido['passo'];
  feito: boolean;
  em: string | null;
}

/**
 * The steps of a parcel in the order of work. The first one that has not happened is `agora`. A step that happened
 * without an instant that we know has none.
 */
export function andamentoOf(historia: Historia): PassoDoPedido[] {
  const { etapa, etiqueta } = historia;
  const saiu = historia.despachado_em !== null;
  const impresso = historia.impresso_em !== null || etapa === 'impresso' || saiu;
  const liberado = historia.liberado_em !== null || impresso || etiqueta === 'pronta';
  const steps: (Step | false)[] = [
    { passo: 'vendido', feito: true, em: historia.vendido_em },
    { passo: 'pago', feito: historia.pago, em: null },
    historia.reservado_em !== null && { passo: 'reservado', feito: true, em: historia.reservado_em },
    etiqueta === 'nota' && { passo: 'nota', feito: false, em: null },
    etiqueta !== 'sem' && {
      ...{ passo: 'etiqueta', feito: liberado },
      em: liberado ? historia.liberado_em : historia.etiqueta_em,
    },
    { passo: 'separado', feito: historia.separado_em !== null || saiu, em: historia.separado_em },
    etiqueta !== 'sem' && { passo: 'impresso', feito: impresso, em: historia.impresso_em },
    { passo: 'despachado', feito: saiu, em: historia.despachado_em ?? historia.despachar_ate },
    { passo: 'entregue', feito: etapa === 'entregue', em: historia.entregue_em },
  ];
  const listed = steps.filter((step) => step !== false);
  const { cancelado_em } = historia;
  if (cancelado_em !== null) {
    const happened = listed.filter(({ feito }) => feito);
    return mark([...happened, { passo: 'cancelado', feito: true, em: cancelado_em }, ...returned(historia)]);
  }
  return mark([...listed, ...returned(historia)]);
}

const returned = ({ a_conferir }: Historia): Step[] =>
  a_conferir > 0 ? [{ passo: 'devolvido', feito: false, em: null }] : [];

/** A parcel may be packed before its label is released, so only the first open step is the next one. */
function mark(steps: readonly Step[]): PassoDoPedido[] {
  const next = steps.find(({ feito }) => !feito);
  return steps.map((step) => ({
    passo: step.passo,
    situacao: step.feito ? 'feito' : step === next ? 'agora' : 'depois',
    em: step.em,
  }));
}
