import * as z from 'zod/mini';
import { endpoint, Lote, uuid } from './endpoint.ts';
import { Movimento, quantidade } from './movimentos.ts';
import { requiredText } from './text.ts';

/** The maximum number of empresas of a person that one request reads. */
export const MAX_EMPRESAS_LIDAS = 50;

/** The stock of a produto in one deposito of an empresa. */
export const SaldoDaEmpresa = z.object({
  deposito_id: z.uuid(),
  nome: z.string(),
  quantidade: z.string(),
});

/** A produto of an empresa whose SKU or codigo de referencia is the code that was asked for. */
export const ProdutoDaEmpresa = z.object({
  id: z.uuid(),
  nome: z.string(),
  sku: z.string(),
  /** The sum of the stock over its depositos. */
  estoque: z.string(),
  /** The depositos that have stock. */
  depositos: z.array(SaldoDaEmpresa),
});
export type ProdutoDaEmpresa = z.infer<typeof ProdutoDaEmpresa>;

const EmpresaNomeada = z.object({ id: z.uuid(), nome: z.string() });

export const EstoqueDaEmpresa = z.object({ empresa: EmpresaNomeada, produtos: z.array(ProdutoDaEmpresa) });
export type EstoqueDaEmpresa = z.infer<typeof EstoqueDaEmpresa>;

/** The stock of a code in every empresa of the person. An empresa that could not be read is named with the reason. */
export const EstoqueDasEmpresas = z.object({
  itens: z.array(EstoqueDaEmpresa),
  nao_lidas: z.array(z.object({ empresa: EmpresaNomeada, mensagem: z.string() })),
});

export const RemessaInput = z
  .strictObject({
    /**
     * The idempotency key, which the caller generates. A request with a known id gets the first response and moves no
     * stock.
     */
    id: uuid(),
    de_empresa_id: uuid('Escolha a empresa de origem'),
    de_produto_id: uuid(),
    de_deposito_id: uuid('Escolha o depósito de origem'),
    para_empresa_id: uuid('Escolha a empresa de destino'),
    /** The SKU of the produto in the empresa that receives it. */
    para_sku: requiredText(100, 'Informe o SKU do produto no destino'),
    para_deposito_id: uuid('Escolha o depósito de destino'),
    quantidade: quantidade(),
  })
  .check(
    z.refine(({ quantidade: number }) => Number(number) > 0, {
      path: ['quantidade'],
      error: 'Informe uma quantidade maior que 0.',
    }),
  );
export type RemessaInput = z.infer<typeof RemessaInput>;

const tags = ['remessas'];
const ofPerson = { auth: 'session', tenant: false, right: null } as const;

export const remessas = {
  /** Reads each empresa of the person through its own door. */
  estoque: endpoint({
    method: 'GET',
    url: '/api/minhas-empresas/estoque',
    config: { ...ofPerson, cost: 'search', rightInEach: 'consultar' },
    schema: {
      summary: 'Lê o estoque de um código em todas as empresas de quem está conectado',
      tags,
      querystring: z.object({ codigo: requiredText(100, 'Informe um código') }),
      response: { 200: EstoqueDasEmpresas },
    },
  }),
  /** Moves stock from one empresa of the person to another: a saida and an entrada, both or none. */
  create: endpoint({
    method: 'POST',
    url: '/api/minhas-empresas/remessas',
    config: { ...ofPerson, cost: 'write', rightInEach: 'movimentar_estoque' },
    schema: {
      summary: 'Transfere estoque de uma empresa para outra de quem está conectado',
      tags,
      body: RemessaInput,
      response: { 201: z.object({ ...Lote.shape, saida: Movimento, entrada: Movimento }) },
    },
  }),
};
