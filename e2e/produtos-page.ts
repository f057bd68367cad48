import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { apiHeaders, expect, sql } from './fixtures.ts';

export const PRODUTOS = '/catalogo/produtos';

/** The dialog of the produto, even if another dialog is open on top of it. */
export const produtoDialog = (page: Page) => page.getByRole('dialog', { name: /^(Novo|Editar) Produto$/ });
export const produtoField = (page: Page, label: string) =>
  produtoDialog(page).getByLabel(label, { exact: true });
export const tab = (page: Page, name: string) => produtoDialog(page).getByRole('tab', { name });
export const saveProduto = (page: Page) =>
  produtoDialog(page).getByRole('button', { name: /^(Cadastrar|Atualizar|Salvando\.\.\.)$/ });
export const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true });
export const card = (page: Page, label: string) =>
  page
    .getByRole('region', { name: 'Resumo dos produtos' })
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) });

/** A field in the panel of the filters, which `openFilters` opens. */
export const filter = (page: Page, label: string) =>
  page.getByRole('search', { name: 'Filtros' }).getByLabel(label, { exact: true });

export async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filtros( \d+ ativos?)?$/ });
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await expect(page.getByRole('search', { name: 'Filtros' })).toBeVisible();
}

/** Searches a record in a field of the dialog and chooses it. */
export async function choose(page: Page, label: string, nome: string): Promise<void> {
  await produtoField(page, label).fill(nome);
  await option(page, nome).click();
}

async function made<Row = { id: string; nome: string }>(page: Page, url: string, data: object): Promise<Row> {
  const response = await page.request.post(url, { data, headers: apiHeaders });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

export const aMarca = (page: Page, nome: string) =>
  made(page, '/api/marcas', { nome, descricao: null, logo_url: null });
export const aCategoria = (page: Page, nome: string) =>
  made(page, '/api/categorias', { nome, descricao: null, parent_id: null });

const noAddress = {
  cep: null,
  endereco: null,
  numero: null,
  complemento: null,
  bairro: null,
  cidade: null,
  estado: null,
};

export const aFornecedor = (page: Page, nome: string) =>
  made(page, '/api/fornecedores', {
    ...noAddress,
    nome,
    cpf_cnpj: '52998224725',
    email: 'vendas@exemplo.com.br',
    telefone: null,
  });
export const aDeposito = (page: Page, nome: string, input: object = {}) =>
  made(page, '/api/depositos', { ...noAddress, nome, descricao: null, ativo: true, ...input });

export interface References {
  marca_id: string;
  categoria_id: string;
  fornecedor_id: string;
}

/** Creates the records that every produto needs. */
export async function references(page: Page): Promise<References> {
  const [marca, categoria, fornecedor] = await Promise.all([
    aMarca(page, 'Bosch'),
    aCategoria(page, 'Freios'),
    aFornecedor(page, 'Distribuidora Sul'),
  ]);
  return { marca_id: marca.id, categoria_id: categoria.id, fornecedor_id: fornecedor.id };
}

interface Made {
  id: string;
  nome: string;
  versao: number;
}

export const aProduto = (page: Page, of: References, input: object = {}) =>
  made<Made>(page, '/api/produtos', {
    ...of,
    nome: 'Pastilha de freio',
    sku: 'FRE-1',
    cod_referencia: [],
    custo_unitario: '10.00',
    preco_venda: '25.90',
    fotos: [],
    depositos: [],
    ...input,
  });

export const saldo = (deposito_id: string, quantidade: string) => ({
  deposito_id,
  quantidade,
  quantidade_lida: null,
});

/** Records a saida of two units outside the screen. */
export async function takeTwo(page: Page, produto: { id: string }, deposito: { id: string }): Promise<void> {
  const response = await page.request.post('/api/movimentos', {
    headers: apiHeaders,
    data: {
      id: crypto.randomUUID(),
      tipo: 'saida',
      produto_id: produto.id,
      deposito_id: deposito.id,
      destino_id: null,
      quantidade: '2',
      saldo_lido: null,
      motivo: null,
    },
  });
  expect(response.status()).toBe(201);
}

/** An image of one colour, so that a person can tell the photos apart. */
export const image = (background: string, side = 400) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();

export const file = async (name: string, background: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await image(background),
});

/** Uploads a photo as the dialog does, and returns its address. */
export async function aFoto(page: Page, background: string): Promise<string> {
  const response = await page.request.post('/api/arquivos/fotos', {
    data: await image(background),
    headers: { ...apiHeaders, 'content-type': 'application/octet-stream' },
  });
  expect(response.status(), await response.text()).toBe(201);
  return (await response.json()).url;
}

/** The address of the empty form. */
export const NEW = `${PRODUTOS}?abrir=novo`;
export const quantidade = (page: Page, nome: string) => produtoField(page, `Quantidade em ${nome}`);
/** The stored rows. */
export const stored = (empresaId: string) =>
  sql('select * from produtos where empresa_id = $1 order by created_at', [empresaId]);
export const saldos = (empresaId: string) =>
  sql(
    `select d.nome, s.quantidade from produto_deposito s join depositos d on d.id = s.deposito_id
     where s.empresa_id = $1 order by d.nome`,
    [empresaId],
  );

/** Types the required fields of a new produto. */
export async function fillRequired(
  page: Page,
  { nome = 'Pastilha de freio', sku = 'FRE-1' } = {},
): Promise<void> {
  await produtoField(page, 'Nome do Produto').fill(nome);
  await choose(page, 'Categoria', 'Freios');
  await choose(page, 'Marca', 'Bosch');
  await choose(page, 'Fornecedor', 'Distribuidora Sul');
  await produtoField(page, 'SKU').fill(sku);
}
