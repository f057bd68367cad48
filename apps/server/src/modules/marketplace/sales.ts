import type { Asker } from './calls.ts';
import type { Pedido } from './orders.ts';

/**
 * What a marketplace says about a sale, as far as stock depends on it, and nothing about the buyer. Every
 * resource has the instant of its last change by the marketplace's clock (`atualizado_em`), because answers
 * may arrive in any order. The fields `foi_…` and `despachado_em` are evidence about the past: the store
 * keeps them when a newer or an older answer does not show them.
 */
export interface Venda {
  pedido: PedidoDeVenda;
  /** Null while the pedido has no envio. */
  envio: Envio | null;
  reclamacoes: Reclamacao[];
  devolucoes: Devolucao[];
}

/**
 * `confirmado`: sold, and no payment counts. `pagando`: a payment is under way. `pago`: paid, even if a part
 * was refunded. `cancelando`: a cancellation is under way. `cancelado`: called off. A state that the module
 * does not know is `pagando`, because only a known reason may release goods.
 */
export type SituacaoDeVenda = 'confirmado' | 'pagando' | 'pago' | 'cancelando' | 'cancelado';

export interface PedidoDeVenda {
  id: string;
  criado_em: string;
  atualizado_em: string;
  situacao: SituacaoDeVenda;
  /** The sale was made: the marketplace took the goods off the listing. Until then nothing is promised. */
  foi_fechado: boolean;
  /** A payment was approved at some time, even if it was returned later. */
  foi_pago: boolean;
  /** The sale was called off and the money returned, although the pedido still counts as paid. */
  is_desfeito: boolean;
  /** The instant of the cancellation. Null when there is none, or when the marketplace does not say it. */
  cancelado_em: string | null;
  /** The marketplace suspects fraud and forbids the dispatch. */
  risco_de_fraude: boolean;
  /** Other pedidos replace this one, because its parcel was divided. */
  foi_dividido: boolean;
  pacote_id: string | null;
  envio_id: string | null;
  reclamacao_ids: string[];
  itens: ItemDeVenda[];
}

export interface ItemDeVenda {
  anuncio_id: string;
  /** Empty for a listing without variations. */
  variacao_id: string;
  quantidade: number;
  /** True for the kit itself. Its components are items of their own pedidos and draw the stock. */
  is_kit: boolean;
}

/** The pedidos of one cart. */
export interface Pacote {
  id: string;
  atualizado_em: string;
  pedido_ids: string[];
  foi_dividido: boolean;
}

/**
 * `preparando`: the goods are here. `impresso`: the label is printed. `despachado`: the goods are on their
 * way. `nao_entregue`: the buyer did not get them. An unknown stage is `preparando`.
 */
export type EtapaDeEnvio =
  | 'preparando'
  | 'impresso'
  | 'despachado'
  | 'entregue'
  | 'nao_entregue'
  | 'cancelado';

/** A parcel to the buyer. It may hold the goods of several pedidos. */
export interface Envio {
  id: string;
  atualizado_em: string;
  etapa: EtapaDeEnvio;
  foi_impresso: boolean;
  /**
   * The instant of the dispatch, or a later one if the marketplace does not say it. Null when the goods did
   * not leave.
   */
  despachado_em: string | null;
  /** The parcel was not delivered and is back at the seller's. */
  foi_devolvido: boolean;
  /** True when the goods come from a warehouse of the marketplace. Null while it is not known. */
  is_full: boolean | null;
  /** Other envios replace this one, because its parcel was divided. */
  foi_dividido: boolean;
  /** The envio that this one replaces. */
  irmao_id: string | null;
  prazo: Prazo | null;
  preparo: Preparo | null;
}

/**
 * `aguarda`: the marketplace releases the label later. `nota`: it waits for the invoice. `pronta`: it can be printed.
 * `impressa`: it was printed. `sem`: the marketplace makes none.
 */
export type Etiqueta = 'aguarda' | 'nota' | 'pronta' | 'impressa' | 'sem';

/** How a parcel leaves: the carrier fetches it, a person takes it to an agency, or the seller delivers it. */
export type Modalidade = 'coleta' | 'agencia' | 'propria' | 'outra';

/** What goes wrong with a parcel: see `ProblemaDoPedido` of the contract. */
export type ProblemaDeEnvio = 'rejeitado' | 'parado' | 'extraviado' | 'avariado' | 'voltando';

/** What the person who packs a parcel needs to know. The stock does not depend on it. */
export interface Preparo {
  etiqueta: Etiqueta;
  /** The instant from which a label that `aguarda` can be printed. Null when the marketplace does not say it. */
  etiqueta_em: string | null;
  modalidade: Modalidade;
  problema: ProblemaDeEnvio | null;
  /**
   * When the label could be printed, was printed, and when the buyer got the parcel, or a later instant if the
   * marketplace does not say it. Null when it did not happen.
   */
  liberado_em: string | null;
  impresso_em: string | null;
  entregue_em: string | null;
}

/** The instant until which the parcel must leave. The marketplace changes it without changing the envio. */
export interface Prazo {
  despachar_ate: string;
  atualizado_em: string;
}

/** A complaint of the buyer about a sale. */
export interface Reclamacao {
  id: string;
  atualizado_em: string;
  is_aberta: boolean;
  /** The pedido or the envio that the complaint is about. Null when it is about neither. */
  sobre: { tipo: 'pedido' | 'envio'; id: string } | null;
  tem_devolucao: boolean;
}

/** Goods that a buyer sends back. */
export interface Devolucao {
  id: string;
  atualizado_em: string;
  reclamacao_id: string;
  /** The goods are at the seller's own address. False for goods that the marketplace examines. */
  chegou: boolean;
  itens: ItemDevolvido[];
}

export interface ItemDevolvido {
  pedido_id: string;
  anuncio_id: string;
  variacao_id: string;
  quantidade: number;
}

/** A sale, and the same pedido as the analysis stores it, because one answer of the marketplace shows both. */
export interface VendaLida {
  venda: Venda;
  pedido: Pedido;
}

/** Waited for before an envio is read as a part of the sale of this pedido. */
export type BeforeEnvio = (envioId: string, pedidoId: string) => Promise<void>;

export interface Sales {
  /**
   * Reads a sale with as few calls as possible. `reclamacaoIds` are complaints that the caller knows and that
   * the pedido may not name. Null for an order that is no sale in reais. Throws `misconfigured` for an order that
   * does not exist, `forbidden` for one of another seller, and `uncertain` for one that cannot be parsed.
   */
  read(
    asker: Asker,
    pedidoId: string,
    reclamacaoIds: readonly string[],
    beforeEnvio?: BeforeEnvio,
  ): Promise<VendaLida | null>;
  /** Returns the pedidos whose goods an envio carries. */
  pedidosOfEnvio(asker: Asker, envioId: string): Promise<string[]>;
  /** Returns the pedidos that a complaint is about. */
  pedidosOfReclamacao(asker: Asker, reclamacaoId: string): Promise<string[]>;
}
