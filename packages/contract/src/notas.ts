import * as z from 'zod/mini';
import { endpoint, instant, uuid } from './endpoint.ts';

/**
 * Why an NF-e does not serve for a sale, in the order in which the checks run. The sentence says what the person does
 * next.
 */
export const MOTIVOS_DA_NOTA = {
  grande: 'O arquivo tem mais de 2 MB. Envie o XML da nota, sem o PDF.',
  xml: 'O arquivo não é um XML válido. Baixe o XML da nota outra vez no seu emissor e envie o novo arquivo.',
  lote: 'O arquivo tem várias notas. Envie um arquivo XML para cada nota.',
  nota: 'O arquivo não é uma NF-e autorizada. Envie o XML com o protocolo (nfeProc), e não o XML de envio.',
  versao: 'A nota não está na versão 4.00 da NF-e. Emita a nota de novo em um emissor atualizado.',
  modelo: 'A nota não é do modelo 55. Emita uma NF-e: a NFC-e do balcão não serve para o envio.',
  chave: 'A chave de acesso não confere com a nota. Baixe o XML outra vez no seu emissor.',
  homologacao: 'A nota é de teste (homologação). Emita a nota em produção.',
  autorizacao: 'A SEFAZ não autorizou esta nota. Confira a situação dela no seu emissor.',
  emitente_cnpj:
    'O CNPJ do emitente não é o da conta que vendeu, ou o do depósito de onde sai o pedido. Emita a nota pela empresa certa.',
  emitente_sem_ie: 'A nota não tem a inscrição estadual do emitente. Complete o cadastro no seu emissor.',
  emitente_ie:
    'A inscrição estadual do emitente não é a que está cadastrada na conta que vendeu. Corrija no emissor ou no cadastro da conta.',
  emitente_uf: 'A nota é de outro estado que não o da origem do envio. Confira o endereço do emitente.',
  emitente_cep: 'O CEP do emitente não é o da origem do envio. Confira o endereço do emitente.',
  destinatario_documento:
    'O CPF ou CNPJ do destinatário não é o do comprador. Confira os dados de cobrança do pedido.',
  destinatario_ie:
    'A inscrição estadual do destinatário não é a do comprador. Confira os dados de cobrança do pedido.',
  destinatario_cep: 'O CEP do destinatário não é o da entrega. Confira o endereço do pedido.',
  data: 'A data da nota não serve para este pedido: ela é anterior à venda ou está no futuro.',
  valor: 'O total da nota é diferente do valor do pedido. Emita a nota com o valor dos produtos vendidos.',
  chave_usada: 'Esta nota já foi enviada para outro pedido. Confira se o arquivo é o deste pedido.',
  ja_enviada: 'Este pedido já tem uma nota. Para trocar a nota, use o site do marketplace.',
  ja_impressa: 'A etiqueta deste pedido já foi impressa, então a nota não muda mais.',
  envio: 'Este pedido não espera uma nota. Atualize a página para ver a situação dele.',
  conta: 'A conta não pode enviar notas. Confira a conta no marketplace ou conecte-a de novo em Integrações.',
  ocupado: 'O marketplace não conseguiu receber a nota agora. Tente de novo em alguns minutos.',
  recusada: 'O marketplace recusou a nota sem dizer um motivo conhecido. Confira a nota no marketplace.',
} as const;

const MotivoDaNota = z.enum(Object.keys(MOTIVOS_DA_NOTA) as [keyof typeof MOTIVOS_DA_NOTA]);
export type MotivoDaNota = keyof typeof MOTIVOS_DA_NOTA;

/** Twice the size of a note with 990 items, the most that the layout allows. */
export const MAX_NOTA_BYTES = 2 * 1024 * 1024;

/** A note that was sent for a parcel. Its XML is not stored, because it names the buyer. */
export const Nota = z.object({
  chave: z.string(),
  serie: z.string(),
  numero: z.string(),
  valor: z.string(),
  emitida_em: instant(),
  situacao: z.enum(['aceita', 'recusada']),
  /** Why the marketplace refused it. Null for an accepted one. */
  motivo: z.nullable(MotivoDaNota),
  enviada_em: instant(),
});
export type Nota = z.infer<typeof Nota>;

export const ResultadoDaNota = z.object({
  /** Null when the note was not sent. */
  nota: z.nullable(Nota),
  /** The faults for which the note was not sent. */
  previstos: z.array(MotivoDaNota),
});
export type ResultadoDaNota = z.infer<typeof ResultadoDaNota>;

/** A parcel for which a note may be. */
export const EnvioDaNota = z.object({
  /** The parcel in the list of pedidos. */
  id: z.uuid(),
  conta_id: z.uuid(),
  envio: z.string(),
  /** The number of its oldest pedido. */
  numero: z.string(),
  valor: z.nullable(z.string()),
  despachar_ate: z.nullable(instant()),
});
export type EnvioDaNota = z.infer<typeof EnvioDaNota>;

/** The maximum number of parcels that a reading proposes. */
export const MAX_SUGESTOES = 20;

/** What a file says, and the parcel that it is for. Nothing is sent. */
export const LeituraDaNota = z.object({
  /** Null when the file cannot be read as a note. */
  nota: z.nullable(z.pick(Nota, { chave: true, serie: true, numero: true, valor: true, emitida_em: true })),
  /** Why the file serves for no parcel. */
  motivo: z.nullable(MotivoDaNota),
  /** The only parcel whose number the note names. */
  envio: z.nullable(EnvioDaNota),
  /** Parcels that a person has to choose from, the most urgent first: the note only has their value. */
  sugestoes: z.array(EnvioDaNota),
});
export type LeituraDaNota = z.infer<typeof LeituraDaNota>;

/** A parcel of a conta, by its number at the marketplace. */
const byEnvio = z.object({
  id: uuid('Este endereço não é válido.'),
  envio: z.string().check(z.regex(/^[0-9A-Za-z_-]{1,64}$/, 'Este envio não existe.')),
});

const tags = ['notas'];

/** The body of a request that carries the XML of a note. */
const file = { types: ['application/octet-stream'], maxBytes: MAX_NOTA_BYTES };

export const notas = {
  /** Reads a file without sending it, and looks for the parcel that it is for. Its cost is one file of bounded size. */
  read: endpoint({
    method: 'POST',
    url: '/api/notas/leitura',
    config: { auth: 'session', tenant: true, cost: 'search', right: 'movimentar_estoque', file },
    schema: {
      summary: 'Lê uma nota fiscal sem enviar e procura o envio dela',
      tags,
      response: { 200: LeituraDaNota },
    },
  }),
  get: endpoint({
    method: 'GET',
    url: '/api/contas/:id/envios/:envio/nota',
    config: { auth: 'session', tenant: true, cost: 'read', right: 'consultar' },
    schema: {
      summary: 'Lê a última nota enviada para um envio',
      tags,
      params: byEnvio,
      response: { 200: Nota },
    },
  }),
  /**
   * Checks the XML of an NF-e and sends it to the marketplace. A note with a known fault is not sent, and `previstos`
   * names the faults, unless the person decides to send it nevertheless.
   */
  send: endpoint({
    method: 'POST',
    url: '/api/contas/:id/envios/:envio/nota',
    config: { auth: 'session', tenant: true, cost: 'heavy', right: 'movimentar_estoque', file },
    schema: {
      summary: 'Confere e envia a nota fiscal de um envio',
      tags,
      params: byEnvio,
      querystring: z.object({ mesmo_assim: z.optional(z.enum(['sim'])) }),
      response: { 200: ResultadoDaNota },
    },
  }),
};
