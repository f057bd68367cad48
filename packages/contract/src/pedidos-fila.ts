import * as z from 'zod/mini';
import { instant } from './endpoint.ts';
import { Nota } from './notas.ts';

/**
 * The abas of the screen Pedidos, in the order of work. Each says what a person has to do next, and a parcel is in
 * one of them or, when nothing is left to do, in none.
 */
export const ABAS_DE_PEDIDOS = [
  'preparar',
  'nota',
  'imprimir',
  'despachados',
  'problemas',
  'devolucoes',
] as const;
export const AbaDePedidos = z.enum(ABAS_DE_PEDIDOS, 'Esta aba não existe.');
export type AbaDePedidos = z.infer<typeof AbaDePedidos>;

export const ABA_EM_PALAVRAS: Readonly<Record<AbaDePedidos, string>> = {
  preparar: 'A preparar',
  nota: 'Aguardando nota',
  imprimir: 'Imprimir etiqueta',
  despachados: 'Despachados',
  problemas: 'Problemas',
  devolucoes: 'Devoluções',
};

/** Where the parcel is. Null while the marketplace has not created it. */
export const EtapaDeEnvio = z.enum([
  'preparando',
  'impresso',
  'despachado',
  'entregue',
  'nao_entregue',
  'cancelado',
]);
export type EtapaDeEnvio = z.infer<typeof EtapaDeEnvio>;

/**
 * The label. `aguarda`: the marketplace releases it later. `nota`: it waits for the invoice. `pronta`: it can be
 * printed. `impressa`: it was printed, and can be printed again. `sem`: the marketplace makes none.
 */
export const SituacaoDaEtiqueta = z.enum(['aguarda', 'nota', 'pronta', 'impressa', 'sem']);
export type SituacaoDaEtiqueta = z.infer<typeof SituacaoDaEtiqueta>;

/** How the parcel leaves: the carrier fetches it, a person takes it to an agency, or the seller delivers it. */
export const ModalidadeDeEnvio = z.enum(['coleta', 'agencia', 'propria', 'outra'], 'Este envio não existe.');
export type ModalidadeDeEnvio = z.infer<typeof ModalidadeDeEnvio>;

/**
 * Why a parcel is in Problemas. `nao_enviar`: the marketplace forbids the dispatch. `cancelado`: called off after it was
 * packed or its label printed, so the goods go back to their place. `rejeitado`: the carrier did not accept it.
 * `parado`: it does not move. `extraviado` and `avariado`: lost or damaged on its way. `voltando`: on its way back.
 * `nao_entregue`: not delivered for another reason.
 */
export const ProblemaDoPedido = z.enum([
  'nao_enviar',
  'cancelado',
  'rejeitado',
  'parado',
  'extraviado',
  'avariado',
  'voltando',
  'nao_entregue',
]);
export type ProblemaDoPedido = z.infer<typeof ProblemaDoPedido>;

/** One item of a parcel. Units are whole. */
export const ItemDoPedido = z.object({
  /** Null for an anuncio that is linked to no produto. Such an item draws no stock. */
  produto_id: z.nullable(z.uuid()),
  /** The name of the produto, or the title of the anuncio. Null when neither is known. */
  nome: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  codigo_barras: z.nullable(z.string()),
  /** The address of the first photo. */
  foto: z.nullable(z.string()),
  quantidade: z.int(),
  /** The deposito from which the item is drawn. Null when nothing is promised. */
  deposito_id: z.nullable(z.uuid()),
  deposito_nome: z.nullable(z.string()),
  reservado: z.int(),
  /** The units of `reservado` that the saldo of the deposito does not cover. */
  falta: z.int(),
});
export type ItemDoPedido = z.infer<typeof ItemDoPedido>;

/** The maximum number of items of a parcel that the list names. `itens_total` counts them all. */
export const MAX_ITENS_NA_LISTA = 3;

/**
 * What is packed together: a parcel with the pedidos of one cart, or a pedido whose parcel is not known yet. Nothing
 * about the buyer is kept. What the marketplace stores and sends itself is not here.
 */
export const PedidoDaFila = z.object({
  id: z.uuid(),
  /** The numbers of the pedidos at the marketplace, oldest first. */
  numeros: z.array(z.string()),
  /** The number of the cart. */
  pacote: z.nullable(z.string()),
  /** The number of the parcel, as its label shows it. */
  envio: z.nullable(z.string()),
  conta: z.object({
    /** Null when the conta is no longer connected. */
    id: z.nullable(z.uuid()),
    marketplace: z.string(),
    apelido: z.nullable(z.string()),
  }),
  criado_em: instant(),
  /** The instant until which the parcel must leave. Null when the marketplace names none. */
  despachar_ate: z.nullable(instant()),
  /** Null when nothing is left to do: delivered, or called off before it was packed. */
  aba: z.nullable(AbaDePedidos),
  problema: z.nullable(ProblemaDoPedido),
  etapa: z.nullable(EtapaDeEnvio),
  etiqueta: z.nullable(SituacaoDaEtiqueta),
  /** The instant from which a label that `aguarda` can be printed, if the marketplace says it. */
  etiqueta_em: z.nullable(instant()),
  modalidade: z.nullable(ModalidadeDeEnvio),
  separado_em: z.nullable(instant()),
  /** The last note that a person sent for the parcel. */
  nota: z.nullable(Nota),
  itens: z.array(ItemDoPedido),
  itens_total: z.int(),
  /** The sum of the pedidos in reais. Null until the marketplace says it. */
  valor: z.nullable(z.string()),
  /** The units of all items that the stock does not cover. */
  falta: z.int(),
  nao_enviar: z.boolean(),
  /** The returned units in hand that wait for a person. */
  a_conferir: z.int(),
});
export type PedidoDaFila = z.infer<typeof PedidoDaFila>;

/** The codes that a scanner may read of a produto, besides its SKU: its first códigos de referência. */
const codigos = z.array(z.string());

/** An item with what its deposito shows, as exact decimals. Null when the item draws no stock. */
const ItemComEstoque = z.extend(ItemDoPedido, {
  codigos,
  saldo: z.nullable(z.string()),
  reservado_total: z.nullable(z.string()),
  disponivel: z.nullable(z.string()),
  minimo: z.nullable(z.string()),
  /** The reserva, whose deposito can be changed with `PUT /api/reservas/:id/deposito`. */
  reserva_id: z.nullable(z.uuid()),
  /** The returned units of the item that wait for a person. */
  a_conferir: z.int(),
});

/** `feito`: it happened. `agora`: it is the next step. `depois`: it follows. */
export const PassoDoPedido = z.object({
  passo: z.enum([
    'vendido',
    'pago',
    'reservado',
    'nota',
    'etiqueta',
    'separado',
    'impresso',
    'despachado',
    'entregue',
    'cancelado',
    'devolvido',
  ]),
  situacao: z.enum(['feito', 'agora', 'depois']),
  /** When it happened, or until when it has to. Null when that is not known. */
  em: z.nullable(instant()),
});
export type PassoDoPedido = z.infer<typeof PassoDoPedido>;

export const PedidoAberto = z.extend(PedidoDaFila, {
  itens: z.array(ItemComEstoque),
  andamento: z.array(PassoDoPedido),
  /** When the goods leave the saldo. Null for a conta whose sales reserve nothing. */
  saida_em: z.nullable(z.enum(['etiqueta', 'despacho'])),
  /** The pedidos of the parcel. `cancelado` ones stay behind. */
  pedidos: z.array(
    z.object({
      numero: z.string(),
      criado_em: instant(),
      cancelado: z.boolean(),
      valor: z.nullable(z.string()),
    }),
  ),
  /** Whether a person said that the problem is solved. */
  resolvido_em: z.nullable(instant()),
});
export type PedidoAberto = z.infer<typeof PedidoAberto>;

/** The maximum number of parcels of an aba that are counted. */
export const MAX_CONTADOS = 1000;

export const ResumoDePedidos = z.object({
  abas: z.array(
    z.object({
      aba: AbaDePedidos,
      total: z.int(),
      /** Whether there are more than `total`. */
      mais: z.boolean(),
      /** The earliest deadline of the aba. The first aba that has one today is the one to open. */
      primeiro_prazo: z.nullable(instant()),
    }),
  ),
  contas: z.array(
    z.object({
      id: z.uuid(),
      apelido: z.nullable(z.string()),
      /** When the pedidos of the conta were last read. Null: never. */
      lida_em: z.nullable(instant()),
      /** Whether the sales of the conta reach this screen. A person switches it on in the conta. */
      reserva: z.boolean(),
    }),
  ),
});
export type ResumoDePedidos = z.infer<typeof ResumoDePedidos>;

/** The maximum number of lines of a picking list, and of the parcels that it covers. */
export const MAX_LINHAS_DE_SEPARACAO = 500;
export const MAX_PEDIDOS_DA_SEPARACAO = 1000;

/** What to take from one deposito for several parcels. */
export const LinhaDeSeparacao = z.object({
  produto_id: z.uuid(),
  nome: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  codigo_barras: z.nullable(z.string()),
  codigos,
  foto: z.nullable(z.string()),
  deposito_id: z.nullable(z.uuid()),
  deposito_nome: z.nullable(z.string()),
  unidades: z.int(),
  /** The number of parcels that need them. */
  pedidos: z.int(),
  primeiro_prazo: z.nullable(instant()),
});
export type LinhaDeSeparacao = z.infer<typeof LinhaDeSeparacao>;
