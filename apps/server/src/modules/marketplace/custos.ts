import type { Asker } from './calls.ts';
import { MarketplaceError } from './errors.ts';

/**
 * The marketplace or the budget grants no further calls now. It says nothing about the parcel or the bill that was asked,
 * and the caller makes no further call in this run.
 */
export class CallsRefused extends MarketplaceError {
  constructor(options: { cause?: unknown } = {}) {
    super('unavailable', options);
  }
}

/** `comissao`: the fee of a sale. `frete`: the transport of a parcel. `outra`: every other charge. */
export type TipoDeCobranca = 'comissao' | 'frete' | 'outra';

/** A line of the monthly bill. It names the pedidos, or the parcel or cart, that it is about, or none of them. */
export interface LinhaDeFatura {
  /** The number of the line. A line keeps it, and lines that come later have others. */
  id: string;
  tipo: TipoDeCobranca;
  /** The marketplace's own name of the charge, short and in words. */
  codigo: string;
  texto: string;
  /** What the seller pays, as a decimal in reais. A credit is negative. */
  valor: string;
  lancada_em: string;
  pedido_ids: string[];
  envio_id: string | null;
  pacote_id: string | null;
}

export interface PaginaDeFatura {
  linhas: LinhaDeFatura[];
  /** Where the next page begins, in the marketplace's own form. It is kept, so that later lines are found. */
  posicao: string;
  /** Whether the bill has no further line now. */
  isEnd: boolean;
}

/** What a sale costs at the marketplace. Both throw `CallsRefused` when no further call is granted now. */
export interface Custos {
  /** What the seller is expected to pay for the transport of a parcel. Null when the marketplace does not say it. */
  frete(asker: Asker, conta: { sellerId: string; envioId: string }): Promise<string | null>;
  /**
   * Reads a page of the bill of a month, such as `2026-11-01`. `posicao` is null for the first page. Pages of one seller
   * are read one after the other. Throws `unavailable` for an incomplete answer.
   */
  fatura(asker: Asker, competencia: string, posicao: string | null): Promise<PaginaDeFatura>;
}
