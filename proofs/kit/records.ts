/** The address fields of a record without an address. */
export const NO_ADDRESS = {
  cep: null,
  estado: null,
  cidade: null,
  endereco: null,
  bairro: null,
  numero: null,
  complemento: null,
};

/** Creates a record through the API, and returns its id. */
export type Create = (path: string, body: object) => Promise<string>;

/** Creates records as this operator of the product. */
export const createAs =
  <Operator>(product: Caller<Operator>, operator: Operator): Create =>
  async (path, body) =>
    (await product.call<{ id: string }>(operator, 'POST', path, body)).id;

interface Caller<Operator> {
  call: <T>(operator: Operator, method: string, path: string, body: object) => Promise<T>;
}

/** Creates the records that every produto names. */
export const someReferences = async (create: Create) => ({
  marca_id: await create('/api/marcas', { nome: 'Bosch', descricao: null, logo_url: null }),
  categoria_id: await create('/api/categorias', { nome: 'Filtros', descricao: null, parent_id: null }),
  fornecedor_id: await create('/api/fornecedores', {
    nome: 'Autopeças Aurora Ltda',
    cpf_cnpj: '19.131.243/0001-97',
    email: 'vendas@aurora.com.br',
    telefone: null,
    ...NO_ADDRESS,
  }),
});

export const aDeposito = (create: Create, nome: string) =>
  create('/api/depositos', { nome, descricao: null, ...NO_ADDRESS });

interface NewProduto extends Awaited<ReturnType<typeof someReferences>> {
  nome: string;
  sku: string;
  preco_venda?: string;
  /** The depositos that contain 20 units each. */
  depositos?: readonly string[];
}

export const aProduto = (create: Create, { depositos = [], ...produto }: NewProduto) =>
  create('/api/produtos', {
    cod_referencia: [],
    custo_unitario: '10',
    preco_venda: '25',
    fotos: [],
    ...produto,
    depositos: depositos.map((deposito_id) => ({ deposito_id, quantidade: '20', quantidade_lida: null })),
  });
