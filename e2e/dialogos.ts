import type { Locator, Page } from '@playwright/test';
import { ANUNCIOS, aShop, chooseModo } from './anuncios-page.ts';
import { aRemessa, aVenda, someStock } from './dialogos-records.ts';
import { EQUIPE } from './equipe-page.ts';
import { apiHeaders, type Operator } from './fixtures.ts';
import { aMarca, aProduto, references } from './produtos-page.ts';

/** A dialog that takes input, for the tests of the rule that all of them follow. */
export interface InputDialog {
  /** Its name in the address, as `useDialog` gets it. */
  name: string;
  about: string;
  /** Creates what the dialog needs, and returns the address of its page. */
  prepare: (page: Page, operator: Operator) => Promise<string>;
  /** Opens the dialog on its page. */
  open: (page: Page) => Promise<void>;
  title: RegExp;
  /** The control into which the person types, and a text that its form does not refuse to keep. */
  typed: (dialog: Locator) => Locator;
  text: string;
  /** What the control contains before. */
  before?: string;
}

const at = (address: string) => async () => address;
const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const labelled = (label: string) => (dialog: Locator) => dialog.getByLabel(label, { exact: true });
const byCommand = (text: string, option: string) => async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByLabel('Buscar produtos e telas').fill(text);
  await page.getByRole('option', { name: option }).click();
};
const NOME = { typed: labelled('Nome'), text: 'Rascunho' };
const NOME_DO_REGISTRO = { typed: labelled('Nome *'), text: 'Rascunho' };

const register = (address: string, create: string) => ({
  name: 'abrir',
  prepare: at(address),
  open: press(create),
  title: new RegExp(`^${create}$`),
});

const move = (tipo: string): InputDialog => ({
  name: 'movimentar',
  about: `${tipo} in the inventario`,
  prepare: async (page) => {
    await someStock(page);
    return '/catalogo/inventario';
  },
  open: async (page) => {
    await page.getByRole('button', { name: 'Ações de Filtro em Loja' }).click();
    await page.getByRole('menuitem', { name: tipo }).click();
  },
  title: /^Movimentar estoque$/,
  typed: (dialog) =>
    dialog.getByLabel(tipo === 'Ajuste' ? 'Quantidade contada' : 'Quantidade', { exact: true }),
  text: '3',
});

export const INPUT_DIALOGS: InputDialog[] = [
  {
    name: 'aliquota',
    about: 'the rate of tax',
    prepare: at(EQUIPE),
    open: press('Definir alíquota'),
    title: /^Definir alíquota$/,
    typed: labelled('Alíquota efetiva'),
    text: '6,5',
  },
  {
    about: 'a new marca',
    ...register('/cadastros/marca', 'Nova Marca'),
    typed: labelled('Marca *'),
    text: 'Cofap',
  },
  {
    name: 'abrir',
    about: 'an existing marca',
    prepare: async (page) => {
      await aMarca(page, 'Bosch');
      return '/cadastros/marca';
    },
    open: press('Editar Bosch'),
    title: /^Editar Marca$/,
    typed: labelled('Descrição'),
    text: 'Freios',
  },
  { about: 'a new categoria', ...register('/cadastros/categoria', 'Nova Categoria'), ...NOME_DO_REGISTRO },
  { about: 'a new cliente', ...register('/cadastros/clientes', 'Novo Cliente'), ...NOME },
  { about: 'a new fornecedor', ...register('/cadastros/fornecedores', 'Novo Fornecedor'), ...NOME },
  { about: 'a new vendedor', ...register('/cadastros/vendedores', 'Novo Vendedor'), ...NOME_DO_REGISTRO },
  { about: 'a new deposito', ...register('/configuracao/deposito', 'Novo Depósito'), ...NOME_DO_REGISTRO },
  {
    about: 'a new produto',
    ...register('/catalogo/produtos', 'Novo Produto'),
    typed: labelled('SKU'),
    text: 'FRE-1',
  },
  {
    about: 'a code of a new produto that is not in its list yet',
    ...register('/catalogo/produtos', 'Novo Produto'),
    typed: labelled('Códigos de Referência'),
    text: '90915-YZZD2',
  },
  {
    name: 'duplicar',
    about: 'a copy of a produto',
    prepare: async (page) => {
      await aProduto(page, await references(page), { nome: 'Filtro' });
      return '/catalogo/produtos';
    },
    open: async (page) => {
      await press('Editar Filtro')(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Duplicar' }).click();
    },
    title: /^Novo Produto$/,
    typed: labelled('SKU'),
    text: 'FRE-2',
  },
  {
    name: 'cadastrar',
    about: 'a new marca that a command names',
    prepare: at('/cadastros/marca'),
    open: byCommand('nova marca Cofap', 'Nova marca: Cofap'),
    title: /^Nova Marca$/,
    typed: labelled('Descrição'),
    text: 'Amortecedores',
  },
  {
    name: 'movimento',
    about: 'a movement that a command begins',
    prepare: async (page) => {
      await someStock(page);
      return '/';
    },
    open: byCommand('saida 2 FRE-1', 'Saída de 2 Filtro'),
    title: /^Movimentar estoque$/,
    typed: labelled('Motivo (opcional)'),
    text: 'Balcão',
  },
  move('Entrada'),
  move('Saída'),
  move('Ajuste'),
  move('Transferência'),
  {
    name: 'movimentar',
    about: 'Movimentar over the stock of a produto',
    prepare: async (page) => {
      await someStock(page);
      return '/catalogo/produtos';
    },
    open: async (page) => {
      const stock = page.getByRole('dialog', { name: 'Estoque por Depósito' });
      if (!(await stock.isVisible())) await press('Ver estoque de Filtro')(page);
      await stock.getByRole('button', { name: 'Movimentar' }).click();
    },
    title: /^Movimentar estoque$/,
    typed: labelled('Motivo (opcional)'),
    text: 'Contagem',
  },
  {
    name: 'em-massa',
    about: 'a new price of several produtos',
    prepare: async (page) => {
      await someStock(page);
      return '/catalogo/produtos';
    },
    open: async (page) => {
      await page.getByRole('checkbox', { name: 'Selecionar Filtro', exact: true }).check();
      await press('Alterar preço')(page);
    },
    title: /^Alterar preço$/,
    typed: labelled('Porcentagem'),
    text: '10',
  },
  {
    name: 'fornecedor',
    about: 'a fornecedor over a new produto',
    prepare: async () => '/catalogo/produtos?abrir=novo',
    open: async (page) => {
      await page.getByRole('dialog', { name: 'Novo Produto' }).getByLabel('Fornecedor').fill('Sul');
      await page.getByRole('option', { name: /Sul/ }).click();
    },
    title: /^Novo Fornecedor$/,
    typed: labelled('Email'),
    text: 'sul@exemplo.com.br',
  },
  {
    name: 'remessa',
    about: 'a remessa between two empresas',
    prepare: async (page, operator) => {
      await aRemessa(page, operator);
      return '/';
    },
    open: async (page) => {
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByLabel('Buscar produtos e telas').fill('90915-YZZD2');
      await page.getByRole('button', { name: 'Transferir para cá, de Boreal' }).click();
    },
    title: /^Transferir para/,
    typed: labelled('Quantidade'),
    text: '2',
  },
  {
    name: 'convidar',
    about: 'a convite',
    prepare: at(EQUIPE),
    open: press('Convidar'),
    title: /^Convidar para/,
    typed: labelled('Emails'),
    text: 'rui@loja.com.br',
  },
  {
    name: 'corrigir-convite',
    about: 'the address of a convite',
    prepare: async (page) => {
      const data = { emails: ['rui@loja.con.br'], papel: 'vendas', ve_custo: false };
      await page.request.post('/api/convites', { data, headers: apiHeaders });
      return EQUIPE;
    },
    open: press('Corrigir o email rui@loja.con.br'),
    title: /^Corrigir o convite$/,
    typed: labelled('Email'),
    text: 'rui@loja.com.br',
    before: 'rui@loja.con.br',
  },
  {
    name: 'modo',
    about: 'how the anuncios of a produto share its stock',
    prepare: async (page, operator) => {
      const { filtro } = await aShop(page, operator, (ids) => [
        { id: 'MLB8000000001', produto_id: ids.filtro },
      ]);
      await chooseModo(page, filtro, { modo: 'cotas', retidas: 1 });
      return ANUNCIOS;
    },
    open: (page) => page.getByRole('button', { name: /^Modo de Filtro de óleo/ }).click(),
    title: /^Como os anúncios mostram o estoque$/,
    typed: labelled('Colchão'),
    text: '3',
    before: '1',
  },
  {
    name: 'empresa',
    about: 'the data of the empresa',
    prepare: at(EQUIPE),
    open: press('Editar'),
    title: /^Dados da empresa$/,
    typed: labelled('Razão social'),
    text: 'Loja Ltda',
  },
  {
    name: 'nova-empresa',
    about: 'a new empresa',
    prepare: at('/perfil'),
    open: async (page) => {
      await page.getByRole('button', { name: /Trocar de empresa, agora em/ }).click();
      await page.getByRole('button', { name: 'Criar empresa' }).click();
    },
    title: /^Criar empresa$/,
    typed: labelled('Nome fantasia'),
    text: 'Boreal',
  },
  {
    name: 'nome',
    about: 'the name of the person',
    prepare: at('/perfil'),
    open: press('Alterar nome'),
    title: /^Alterar nome$/,
    typed: labelled('Nome completo'),
    text: 'Ana Maria',
    before: 'Ana Souza',
  },
  {
    name: 'email',
    about: 'the email of the person',
    prepare: at('/perfil'),
    open: press('Alterar email'),
    title: /^Alterar email$/,
    typed: labelled('Novo email'),
    text: 'ana@exemplo.com.br',
  },
  {
    name: 'cancelar-venda',
    about: 'the cancellation of a sale at the counter',
    prepare: async (page) => {
      await aVenda(page);
      return '/vendas/balcao?aba=vendas';
    },
    open: async (page) => {
      const venda = page.getByRole('dialog', { name: 'Venda 1', exact: true });
      if (!(await venda.isVisible())) await press('Abrir a venda 1')(page);
      await venda.getByRole('button', { name: 'Cancelar venda' }).click();
    },
    title: /^Cancelar venda 1$/,
    typed: labelled('Motivo (opcional)'),
    text: 'Cliente desistiu',
  },
  {
    name: 'registrar-pedido',
    about: 'the pedido of a titular',
    prepare: at('/configuracao/dados'),
    open: press('Registrar pedido'),
    title: /^Registrar pedido$/,
    typed: labelled('Quem pede'),
    text: 'Maria',
  },
];
