/** What happened to the goods of one order, as the stand-in knows it. */
export interface Truth {
  pedido: number;
  anuncio: string;
  variacao: number | null;
  quantidade: number;
  status: string;
  pago_em: string | null;
  desfeito_em: string | null;
  nao_enviar: boolean;
  substituido_por: number[];
  full: boolean;
  envio: number | null;
  /** What the seller pays for the parcel. */
  frete_centavos: number | null;
  impresso_em: string | null;
  saiu_em: string | null;
  voltou: { quantidade: number; para: 'vendedor' | 'meli' }[];
}

export interface Shown {
  reservado: number;
  saiu: number;
  a_conferir: number;
  nao_enviar: boolean;
}

export const NOTHING: Shown = { reservado: 0, saiu: 0, a_conferir: 0, nao_enviar: false };

/** What the stock must show of an order. It follows from what happened to the goods, and from no rule of the product. */
export function expectedOf(truth: Truth, saida: 'etiqueta' | 'despacho'): Shown {
  const { quantidade, nao_enviar } = truth;
  // Goods of Full are not in this stock.
  if (truth.full) return NOTHING;
  const back = truth.voltou.filter(({ para }) => para === 'vendedor');
  if (truth.saiu_em !== null)
    return { ...NOTHING, saiu: quantidade, a_conferir: back.reduce((sum, each) => sum + each.quantidade, 0) };
  if (truth.desfeito_em !== null || truth.substituido_por.length > 0) return NOTHING;
  if (truth.pago_em === null && truth.status !== 'confirmed') return NOTHING;
  const isGone = saida === 'etiqueta' && truth.impresso_em !== null;
  return isGone
    ? { ...NOTHING, saiu: quantidade, nao_enviar }
    : { ...NOTHING, reservado: quantidade, nao_enviar };
}

export const say = ({ reservado, saiu, a_conferir, nao_enviar }: Shown) =>
  `reservado ${reservado}, saiu ${saiu}, a conferir ${a_conferir}${nao_enviar ? ', não enviar' : ''}`;
