import * as z from 'zod/mini';
import { decimal } from './decimal.ts';
import { byId, endpoint, instant, Lote, uuid } from './endpoint.ts';
import { quantidade } from './movimentos.ts';
import { orNull, text } from './text.ts';
import { isDescontoTooLarge, MAX_TOTAL, totalsOf, trocoOf } from './vendas-balcao-total.ts';

export const PAGAMENTOS = ['dinheiro', 'pix', 'debito', 'credito', 'boleto', 'outro'] as const;
export type Pagamento = (typeof PAGAMENTOS)[number];
export const PAGAMENTO_EM_PALAVRAS: Readonly<Record<Pagamento, string>> = {
  dinheiro: 'Dinheiro',
  pix: 'Pix',
  debito: 'Débito',
  credito: 'Crédito',
  boleto: 'Boleto',
  outro: 'Outro',
};

/** The most produtos of one sale. */
export const MAX_ITENS = 200;

const amount = (message: string) => decimal({ places: 2, max: Number(MAX_TOTAL), message });
const unidades = () =>
  quantidade().check(z.refine((text) => Number(text) > 0, 'Informe uma quantidade maior que 0.'));

const Item = z.strictObject({
  produto_id: uuid(),
  quantidade: unidades(),
  /** The price of one unit. The person may have changed that of the produto. */
  preco: amount('Informe um preço de 0 ou mais, com até duas casas decimais.'),
  /**
   * The price of the produto when the item was read, or when the person last confirmed it. The server refuses the sale when
   * the produto has another price by then and the item takes the one that was read. Null: nothing to compare.
   */
  preco_lido: z.optional(z.nullable(amount('Informe um preço de 0 ou mais, com até duas casas decimais.'))),
});

const Desconto = z
  .strictObject({
    tipo: z.enum(['valor', 'percentual']),
    valor: amount('Informe um desconto de 0 ou mais, com até duas casas decimais.'),
  })
  .check(
    z.refine(({ tipo, valor }) => tipo === 'valor' || Number(valor) <= 100, {
      path: ['valor'],
      error: 'Informe até 100%.',
    }),
  );

/** Units of a produto that pedidos of marketplaces are promised and that this sale takes nevertheless. */
const Prometido = z.strictObject({ produto_id: uuid(), quantidade: unidades() });

export const VendaBalcaoInput = z
  .strictObject({
    /** The idempotency key, which the caller generates. A request with a known id sells nothing again. */
    id: uuid(),
    cliente_id: z.nullable(uuid()),
    vendedor_id: z.nullable(uuid()),
    deposito_id: uuid('Escolha o depósito'),
    itens: z.array(Item).check(
      z.minLength(1, 'Leia ou busque a primeira peça.'),
      z.maxLength(MAX_ITENS, `Uma venda tem até ${MAX_ITENS} produtos. Conclua esta e comece outra.`),
      z.refine(
        (itens) => new Set(itens.map(({ produto_id }) => produto_id)).size === itens.length,
        'Um produto está duas vezes nesta venda. Some as quantidades.',
      ),
    ),
    desconto: z.nullable(Desconto),
    pagamento: z.enum(PAGAMENTOS, 'Escolha a forma de pagamento.'),
    /** The cash that the person took, for the change. Null: the exact total, or another kind of payment. */
    recebido: z.nullable(amount('Informe o valor recebido.')),
    /**
     * The promised units that the person decided to sell. The server refuses the sale when it would take more of them than
     * the person saw.
     */
    prometidas: z.array(Prometido).check(z.maxLength(MAX_ITENS)),
  })
  .check(
    z.refine(({ itens, desconto }) => !isDescontoTooLarge(itens, desconto), {
      path: ['desconto'],
      error: 'O desconto é maior que a soma das peças. Informe um desconto menor.',
    }),
    z.refine(({ itens, desconto }) => Number(totalsOf(itens, desconto).bruto) <= Number(MAX_TOTAL), {
      path: ['itens'],
      error: 'O total passa de R$\u00a09.999.999.999,99. Confira quantidades e preços.',
    }),
    z.refine(({ pagamento, recebido }) => recebido === null || pagamento === 'dinheiro', {
      path: ['recebido'],
      error: 'Só o pagamento em dinheiro tem troco.',
    }),
    z.refine(
      ({ itens, desconto, recebido }) =>
        recebido === null || !trocoOf(totalsOf(itens, desconto).total, recebido).startsWith('-'),
      { path: ['recebido'], error: 'O valor recebido não cobre o total.' },
    ),
  );
export type VendaBalcaoInput = z.infer<typeof VendaBalcaoInput>;

/** What a sale would take of units that are promised to pedidos, in the refusal that asks first. */
export const Prometidas = z.object({
  prometidas: z.array(
    z.object({
      produto_id: z.uuid(),
      nome: z.string(),
      /** The promised units that the sale would take. */
      quantidade: z.string(),
      saldo: z.string(),
      reservado: z.string(),
    }),
  ),
});
export type Prometidas = z.infer<typeof Prometidas>;

/** The produtos whose price changed after their item was read, in the refusal that asks first. */
export const PrecosMudados = z.object({
  precos: z.array(z.object({ produto_id: z.uuid(), nome: z.string(), lido: z.string(), novo: z.string() })),
});
export type PrecosMudados = z.infer<typeof PrecosMudados>;

/** The sale that an earlier request with the same id concluded, in the refusal of another one. */
export const Concluida = z.object({
  concluida: z.object({
    id: z.uuid(),
    numero: z.int(),
    itens: z.array(z.object({ produto_id: z.uuid(), quantidade: z.string() })),
  }),
});
export type Concluida = z.infer<typeof Concluida>;

export const VendaBalcaoListada = z.object({
  id: z.uuid(),
  numero: z.int(),
  created_at: instant(),
  /** Who sold, as a usuario. */
  quem: z.nullable(z.string()),
  cliente_id: z.nullable(z.uuid()),
  cliente_nome: z.nullable(z.string()),
  vendedor_id: z.nullable(z.uuid()),
  vendedor_nome: z.nullable(z.string()),
  unidades: z.string(),
  total: z.string(),
  pagamento: z.enum(PAGAMENTOS),
  cancelada_em: z.nullable(instant()),
});
export type VendaBalcaoListada = z.infer<typeof VendaBalcaoListada>;

export const VendaBalcao = z.object({
  ...VendaBalcaoListada.shape,
  deposito_id: z.uuid(),
  /** Null once the deposito is deleted. */
  deposito_nome: z.nullable(z.string()),
  bruto: z.string(),
  desconto: z.string(),
  recebido: z.nullable(z.string()),
  /** The percentage of the vendedor at the moment of the sale, and its amount. */
  comissao: z.nullable(z.string()),
  comissao_valor: z.string(),
  cancelada_por: z.nullable(z.string()),
  motivo: z.nullable(z.string()),
  itens: z.array(
    z.object({
      produto_id: z.uuid(),
      nome: z.string(),
      sku: z.string(),
      quantidade: z.string(),
      preco: z.string(),
      bruto: z.string(),
      desconto: z.string(),
      /** After a cancellation: the units that came back fit for sale. */
      voltou: z.nullable(z.string()),
    }),
  ),
});
export type VendaBalcao = z.infer<typeof VendaBalcao>;

export const CancelamentoInput = z.strictObject({
  /** The idempotency key, which the caller generates. */
  id: uuid(),
  /** Where the goods come back. Null: the deposito from which they left. */
  deposito_id: z.nullable(uuid('Escolha o depósito')),
  /** Each produto of the sale, with the units that can be sold again. The others are damaged and enter no stock. */
  itens: z
    .array(z.strictObject({ produto_id: uuid(), vendavel: quantidade() }))
    .check(z.maxLength(MAX_ITENS)),
  motivo: orNull(text(200)),
});
export type CancelamentoInput = z.infer<typeof CancelamentoInput>;

export const RestauracaoInput = z.strictObject({
  /** The key of the saidas in the ledger, which the caller generates. */
  id: uuid(),
  /** The promised units that the person decided to take, as in a sale. */
  prometidas: z.array(Prometido).check(z.maxLength(MAX_ITENS)),
});
export type RestauracaoInput = z.infer<typeof RestauracaoInput>;

const day = z.optional(z.iso.date('Informe uma data válida.'));

export const SITUACOES_DA_VENDA = ['concluida', 'cancelada'] as const;

export const FiltrosDeVendas = z.object({
  /** Days in America/Sao_Paulo, both included. */
  de: day,
  ate: day,
  cliente_id: z.optional(uuid()),
  vendedor_id: z.optional(uuid()),
  situacao: z.optional(z.enum(SITUACOES_DA_VENDA, 'Esta situação não existe.')),
  /** The number of a sale, or words of a cliente. */
  busca: z.optional(text(100)),
});
export type FiltrosDeVendas = z.infer<typeof FiltrosDeVendas>;

const tags = ['vendas-balcao'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'consultar' } as const;

export const vendasBalcao = {
  create: endpoint({
    method: 'POST',
    url: '/api/vendas-balcao',
    config: { auth: 'session', tenant: true, cost: 'write', right: 'vender_balcao' },
    schema: {
      summary: 'Conclui uma venda no balcão e tira as peças do estoque',
      tags,
      body: VendaBalcaoInput,
      // Nothing about the cliente, because answers are kept for repetitions.
      response: { 201: z.object({ ...Lote.shape, id: z.uuid(), numero: z.int() }) },
    },
  }),
  /** Returns the sales, newest first. A page may be shorter than others, or empty, and have a next one (ADR 0042). */
  list: endpoint({
    method: 'GET',
    url: '/api/vendas-balcao',
    config: { ...read, searchable: true },
    schema: {
      summary: 'Lista as vendas no balcão, a última primeiro',
      tags,
      querystring: z.extend(FiltrosDeVendas, {
        /** The number of the last sale that was looked at for the page before. */
        cursor: z.optional(
          z.coerce.number('Este valor não é válido.').check(z.int(), z.gte(1), z.lte(2 ** 31 - 1)),
        ),
      }),
      response: {
        200: z.object({ itens: z.array(VendaBalcaoListada), proximo: z.nullable(z.int()) }),
      },
    },
  }),
  get: endpoint({
    method: 'GET',
    url: '/api/vendas-balcao/:id',
    config: read,
    schema: {
      summary: 'Lê uma venda no balcão com as peças',
      tags,
      params: byId,
      response: { 200: VendaBalcao },
    },
  }),
  cancel: endpoint({
    method: 'POST',
    url: '/api/vendas-balcao/:id/cancelamento',
    // A cancelled sale brings goods back into stock, so cancelling demands the right to move stock.
    config: { auth: 'session', tenant: true, cost: 'write', right: 'movimentar_estoque' },
    schema: {
      summary: 'Cancela uma venda no balcão e devolve as peças ao estoque',
      tags,
      params: byId,
      body: CancelamentoInput,
      response: { 201: z.object({ ...Lote.shape, id: z.uuid(), numero: z.int() }) },
    },
  }),
  restore: endpoint({
    method: 'POST',
    url: '/api/vendas-balcao/:id/restauracao',
    // The goods leave the stock once more, and a cancelled sale is the work of the same people.
    config: { auth: 'session', tenant: true, cost: 'write', right: 'movimentar_estoque' },
    schema: {
      summary: 'Desfaz o cancelamento de uma venda no balcão, no dia dele',
      tags,
      params: byId,
      body: RestauracaoInput,
      response: { 201: z.object({ ...Lote.shape, id: z.uuid(), numero: z.int() }) },
    },
  }),
};
