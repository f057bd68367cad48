import type { Page } from '@playwright/test';

/** One thing a person does, and what the screen then shows. A person who sees nothing of it does it again. */
export interface Step {
  act: (page: Page) => Promise<unknown>;
  sees: (page: Page) => Promise<boolean>;
}

export interface Journey {
  name: string;
  steps: readonly Step[];
}

/** A step waits this long for its control, because a person would not wait longer either. */
const TIMEOUT = { timeout: 3000 };

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click(TIMEOUT);
const field = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true }).first();
const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).first().isVisible();

const go = (link: string, heading = link): Step => ({
  act: (page) => page.getByRole('link', { name: link, exact: true }).first().click(TIMEOUT),
  sees: (page) => page.getByRole('heading', { level: 1, name: heading }).isVisible(),
});
const open = (button: string, label: string): Step => ({
  act: async (page) => {
    // An open dialog covers the button. Its own button loads it again.
    if (!(await page.getByRole('dialog').isVisible())) await press(page, button);
  },
  sees: (page) => field(page, label).isVisible(),
});
const type = (values: Record<string, string>): Step => ({
  act: async (page) => {
    for (const [label, value] of Object.entries(values)) await field(page, label).fill(value, TIMEOUT);
  },
  sees: async (page) => (await lostTyping(page, values)).length === 0,
});
const save = (button: string, row: string): Step => ({
  act: async (page) => {
    if (await page.getByRole('dialog').isVisible()) await press(page, button);
  },
  sees: async (page) => !(await page.getByRole('dialog').isVisible()) && (await shows(page, row)),
});

/** The labels whose field no longer contains what was typed. */
export async function lostTyping(page: Page, values: Record<string, string>): Promise<string[]> {
  const lost: string[] = [];
  for (const [label, value] of Object.entries(values))
    if (
      (await field(page, label)
        .inputValue(TIMEOUT)
        .catch(() => '')) !== value
    )
      lost.push(label);
  return lost;
}

const CPF = '529.982.247-25';

/** The texts that a journey types, by which a fault is judged. */
export const TYPED: Record<string, Record<string, string>> = {
  marca: { 'Marca *': 'Tecfil', Descrição: 'Filtros de óleo e de ar' },
  categoria: { 'Nome *': 'Filtros' },
  vendedor: { 'Nome *': 'Bia Lima', 'CPF *': CPF, 'Email *': 'bia@exemplo.com.br' },
  fornecedor: { Nome: 'Casa das Peças', 'CPF/CNPJ': CPF, Email: 'casa@exemplo.com.br' },
  deposito: { 'Nome *': 'Galpão 2' },
  edicao: { 'Marca *': 'Bosch Brasil' },
  produto: { 'Nome do Produto': 'Filtro de óleo' },
  nome: { 'Nome completo': 'Ana Lima' },
};

const typed = (key: string) => type(TYPED[key] ?? {});

/** Each begins on the dashboard of an empresa that has the marcas Bosch and Valeo. */
export const JOURNEYS: readonly Journey[] = [
  {
    name: 'marca',
    steps: [
      go('Marca', 'Marcas'),
      open('Nova Marca', 'Marca *'),
      typed('marca'),
      save('Cadastrar', 'Tecfil'),
    ],
  },
  {
    name: 'categoria',
    steps: [
      go('Categoria', 'Categorias'),
      open('Nova Categoria', 'Nome *'),
      typed('categoria'),
      save('Cadastrar', 'Filtros'),
    ],
  },
  {
    name: 'vendedor',
    steps: [
      go('Vendedores'),
      open('Novo Vendedor', 'Nome *'),
      typed('vendedor'),
      save('Cadastrar', 'Bia Lima'),
    ],
  },
  {
    name: 'fornecedor',
    steps: [
      go('Fornecedores'),
      open('Novo Fornecedor', 'Nome'),
      typed('fornecedor'),
      save('Cadastrar', 'Casa das Peças'),
    ],
  },
  {
    name: 'deposito',
    steps: [
      go('Deposito', 'Depósitos de Estoque'),
      open('Novo Depósito', 'Nome *'),
      typed('deposito'),
      save('Cadastrar', 'Galpão 2'),
    ],
  },
  {
    name: 'edicao',
    steps: [
      go('Marca', 'Marcas'),
      open('Editar Bosch', 'Marca *'),
      typed('edicao'),
      save('Atualizar', 'Bosch Brasil'),
    ],
  },
  {
    name: 'exclusao',
    steps: [
      go('Marca', 'Marcas'),
      {
        act: (page) => press(page, 'Excluir Valeo'),
        sees: (page) => page.getByRole('alertdialog').isVisible(),
      },
      {
        act: async (page) => {
          if (!(await page.getByRole('alertdialog').isVisible())) await press(page, 'Excluir Valeo');
          await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click(TIMEOUT);
        },
        sees: async (page) => !(await page.getByRole('button', { name: 'Excluir Valeo' }).isVisible()),
      },
    ],
  },
  {
    name: 'produto',
    steps: [go('Produtos'), open('Novo Produto', 'Nome do Produto'), typed('produto')],
  },
  {
    name: 'nome',
    steps: [
      {
        act: (page) => press(page, 'Perfil'),
        sees: (page) => page.getByRole('button', { name: 'Alterar nome' }).isVisible(),
      },
      open('Alterar nome', 'Nome completo'),
      typed('nome'),
      save('Salvar', 'Ana Lima'),
    ],
  },
  {
    name: 'lixeira',
    steps: [
      go('Marca', 'Marcas'),
      {
        act: (page) => press(page, 'Lixeira'),
        sees: (page) =>
          page.getByRole('dialog', { name: 'Lixeira' }).getByText('A lixeira está vazia.').isVisible(),
      },
    ],
  },
];
