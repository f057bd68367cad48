import * as z from 'zod/mini';
import { byId, endpoint, instant, uuid } from './endpoint.ts';

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

/** An item with what its deposito shows, as exact decimals. Null when the item draws no stock. */
const ItemComEstoque = z.extend(ItemDoPedido, {
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
  foto: z.nullable(z.string()),
  deposito_id: z.nullable(z.uuid()),
  deposito_nome: z.nullable(z.string()),
  unidades: z.int(),
  /** The number of parcels that need them. */
  pedidos: z.int(),
  primeiro_prazo: z.nullable(instant()),
});
export type LinhaDeSeparacao = z.infer<typeof LinhaDeSeparacao>;

/** The maximum number of labels in one file. */
export const MAX_ETIQUETAS = 50;

export const FormatoDeEtiqueta = z.enum(['pdf', 'zpl'], 'Escolha PDF ou ZPL.');
export type FormatoDeEtiqueta = z.infer<typeof FormatoDeEtiqueta>;

export const PedidoDeEtiquetas = z.strictObject({
  ids: z
    .array(uuid())
    .check(
      z.minLength(1, 'Escolha ao menos um pedido.'),
      z.maxLength(MAX_ETIQUETAS, `Imprima até ${MAX_ETIQUETAS} etiquetas por vez.`),
    ),
  formato: FormatoDeEtiqueta,
});
export type PedidoDeEtiquetas = z.infer<typeof PedidoDeEtiquetas>;

/** Why a parcel has no label in the file. */
export const MOTIVOS_SEM_ETIQUETA = {
  nota: 'Falta a nota fiscal. Envie a nota e imprima de novo.',
  aguarda: 'O marketplace ainda não liberou a etiqueta.',
  sem: 'Este envio não tem etiqueta do marketplace.',
  saiu: 'O pacote já saiu.',
  cancelado: 'O pedido foi cancelado. Não envie.',
  nao_enviar: 'O marketplace pede para não enviar este pedido.',
  recusada: 'O marketplace recusou a etiqueta. Atualize a página e tente de novo.',
  inexistente: 'Este pedido não existe mais. Atualize a página.',
} as const;
export type MotivoSemEtiqueta = keyof typeof MOTIVOS_SEM_ETIQUETA;

export interface FalhaDeEtiqueta {
  id: string;
  motivo: MotivoSemEtiqueta;
}

/** The header of the file that names the parcels without a label, because the body is the file itself. */
export const CABECALHO_DE_FALHAS = 'x-prumo-sem-etiqueta';

/** Writes the header: `id=motivo`, separated by commas. It stays below 4 KB, which every proxy lets through. */
export const textOfFalhas = (falhas: readonly FalhaDeEtiqueta[]): string =>
  falhas.map(({ id, motivo }) => `${id}=${motivo}`).join(',');

/** Reads the header. A text that another release wrote is passed over. */
export function falhasOf(header: string | null): FalhaDeEtiqueta[] {
  return (header ?? '').split(',').flatMap((each) => {
    const [id = '', motivo = ''] = each.split('=');
    return motivo in MOTIVOS_SEM_ETIQUETA ? [{ id, motivo: motivo as MotivoSemEtiqueta }] : [];
  });
}

const tags = ['pedidos'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'movimentar_estoque' } as const;

const filters = {
  deposito_id: z.optional(uuid()),
  conta_id: z.optional(uuid()),
  modalidade: z.optional(ModalidadeDeEnvio),
};

export const pedidos = {
  /**
   * Returns the parcels by deadline, then by age. Without `aba`, a search by a number also finds what is done, and a list
   * without a search is that of `preparar`.
   */
  list: endpoint({
    method: 'GET',
    url: '/api/pedidos',
    config: { ...read, searchable: true },
    schema: {
      summary: 'Lista os pedidos por prazo de despacho',
      tags,
      querystring: z.object({
        ...filters,
        aba: z.optional(AbaDePedidos),
        /** A number of the label, a SKU, a código de barras or words of the name of a produto. */
        busca: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Busque por até 100 caracteres.'))),
        cursor: z.optional(z.string().check(z.maxLength(200))),
        limite: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
      }),
      response: {
        200: z.object({
          itens: z.array(PedidoDaFila),
          proximo: z.nullable(z.string()),
          /** Whether more parcels may match than the server read. */
          parcial: z.boolean(),
        }),
      },
    },
  }),
  summary: endpoint({
    method: 'GET',
    url: '/api/pedidos/resumo',
    config: read,
    schema: {
      summary: 'Conta os pedidos de cada aba e diz quando as contas foram lidas',
      tags,
      response: { 200: ResumoDePedidos },
    },
  }),
  /** Returns what to take from each deposito for the parcels of an aba, or for the named ones. */
  picking: endpoint({
    method: 'GET',
    url: '/api/pedidos/separacao',
    config: read,
    schema: {
      summary: 'Lista as peças a separar por produto e depósito',
      tags,
      querystring: z.object({
        ...filters,
        aba: z._default(AbaDePedidos, 'preparar'),
        /** Ids of parcels, separated by commas. They replace the aba. */
        ids: z.optional(z.string().check(z.regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,49}$/))),
      }),
      response: {
        200: z.object({
          itens: z.array(LinhaDeSeparacao),
          /** The number of parcels that the list covers. */
          pedidos: z.int(),
          /** Whether there are more lines or parcels than the list covers. */
          mais: z.boolean(),
        }),
      },
    },
  }),
  get: endpoint({
    method: 'GET',
    url: '/api/pedidos/:id',
    config: read,
    schema: { summary: 'Lê um pedido', tags, params: byId, response: { 200: PedidoAberto } },
  }),
  /** Says that the goods of a parcel are picked, or that they are not. A repetition changes nothing. */
  pick: endpoint({
    method: 'PUT',
    url: '/api/pedidos/:id/separado',
    config: write,
    schema: {
      summary: 'Marca um pedido como separado, ou desfaz a marca',
      tags,
      params: byId,
      body: z.strictObject({ separado: z.boolean() }),
      response: { 200: PedidoAberto },
    },
  }),
  /** Says that a person dealt with the problem of a parcel. The parcel leaves Problemas. */
  resolve: endpoint({
    method: 'PUT',
    url: '/api/pedidos/:id/resolvido',
    config: write,
    schema: {
      summary: 'Marca o problema de um pedido como resolvido, ou desfaz a marca',
      tags,
      params: byId,
      body: z.strictObject({ resolvido: z.boolean() }),
      response: { 200: PedidoAberto },
    },
  }),
  /**
   * Answers the label file of the marketplace as it arrives, and stores nothing of it. All parcels are of one conta. The
   * header `x-prumo-sem-etiqueta` names the parcels that are not in the file. When none is, the answer is a conflict
   * with the same header.
   */
  labels: endpoint({
    method: 'POST',
    url: '/api/pedidos/etiquetas',
    config: { auth: 'session', tenant: true, cost: 'heavy', right: 'movimentar_estoque' },
    schema: {
      summary: 'Imprime as etiquetas de até 50 pedidos de uma conta',
      tags,
      body: PedidoDeEtiquetas,
      response: { 200: z.string() },
    },
  }),
};
