import { randomUUID } from 'node:crypto';
import type { MovimentoInput } from '@prumo/contract/movimentos.ts';
import type { Produto, ProdutoInput } from '@prumo/contract/produtos.ts';
import type { Client } from './harness.ts';

/**
 * Creates a produto with its marca, categoria and fornecedor. `stock` maps the id of a deposito to a
 * quantity.
 */
export async function aProduto(
  ana: Client,
  { stock = {}, ...input }: Partial<ProdutoInput> & { stock?: Record<string, string> } = {},
): Promise<Produto & { lote: string }> {
  const unique = randomUUID();
  const made = async (path: string, body: object): Promise<string> => (await created(ana, path, body)).id;
  return created(ana, '/api/produtos', {
    nome: 'Filtro de óleo',
    sku: unique,
    marca_id: await made('/api/marcas', { nome: unique, descricao: null, logo_url: null }),
    categoria_id: await made('/api/categorias', { nome: unique, descricao: null, parent_id: null }),
    fornecedor_id: await made('/api/fornecedores', FORNECEDOR),
    cod_referencia: [],
    custo_unitario: '10.00',
    preco_venda: '25.00',
    fotos: [],
    depositos: Object.entries(stock).map(([deposito_id, quantidade]) => ({
      deposito_id,
      quantidade,
      quantidade_lida: null,
    })),
    ...input,
  });
}

export const aDeposito = async (ana: Client, nome = 'Matriz', ativo = true): Promise<string> =>
  (await created(ana, '/api/depositos', { ...DEPOSITO, nome, ativo })).id;

/** Returns the body that an unchanged form of the produto would send. */
export const formOf = (produto: Produto): ProdutoInput & { versao: number } => ({
  nome: produto.nome,
  sku: produto.sku,
  categoria_id: produto.categoria_id,
  marca_id: produto.marca_id,
  fornecedor_id: produto.fornecedor_id,
  cod_referencia: produto.cod_referencia,
  custo_unitario: produto.custo_unitario,
  preco_venda: produto.preco_venda,
  fotos: produto.fotos,
  depositos: produto.depositos.map(({ deposito_id, quantidade }) => ({
    deposito_id,
    quantidade,
    quantidade_lida: quantidade,
  })),
  versao: produto.versao,
});

/** Returns a body for `POST /api/movimentos`. It is valid except for the fields that a test sets. */
export const movimento = (
  input: Partial<MovimentoInput> & Pick<MovimentoInput, 'produto_id' | 'deposito_id'>,
): MovimentoInput => ({
  id: randomUUID(),
  tipo: 'entrada',
  destino_id: null,
  quantidade: '1',
  saldo_lido: null,
  motivo: null,
  ...input,
});

/** Returns the quantity of the produto by the id of the deposito. */
export async function stockOf(ana: Client, produtoId: string, em?: string): Promise<Record<string, string>> {
  const response = await ana.get(`/api/produtos/${produtoId}/estoque${em ? `?em=${em}` : ''}`);
  const { itens } = response.json() as { itens: { deposito_id: string; quantidade: string }[] };
  return Object.fromEntries(itens.map(({ deposito_id, quantidade }) => [deposito_id, quantidade]));
}

async function created(ana: Client, path: string, body: object) {
  const response = await ana.post(path, body);
  if (response.statusCode !== 201) throw new Error(`${path} took no record: ${response.body}`);
  return response.json();
}

const NO_ADDRESS = {
  cep: null,
  estado: null,
  cidade: null,
  endereco: null,
  bairro: null,
  numero: null,
  complemento: null,
};
const DEPOSITO = { descricao: null, ...NO_ADDRESS };
const FORNECEDOR = {
  nome: 'Autopeças Aurora Ltda',
  cpf_cnpj: '19.131.243/0001-97',
  email: 'vendas@aurora.com.br',
  telefone: null,
  ...NO_ADDRESS,
};
