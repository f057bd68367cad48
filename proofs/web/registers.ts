import type { Page } from '@playwright/test';
import type { State } from './states.ts';

interface Register {
  path: string;
  create: string;
  /** The button that saves a new record. */
  save: string;
  question: string;
}

const REGISTERS: Readonly<Record<string, Register>> = {
  categorias: {
    path: '/cadastros/categoria',
    create: 'Nova Categoria',
    save: 'Cadastrar',
    question: 'Deseja realmente excluir esta categoria?',
  },
  clientes: {
    path: '/cadastros/clientes',
    create: 'Novo Cliente',
    save: 'Salvar Cliente',
    question: 'Deseja realmente excluir este cliente?',
  },
  fornecedores: {
    path: '/cadastros/fornecedores',
    create: 'Novo Fornecedor',
    save: 'Cadastrar',
    question: 'Deseja realmente excluir este fornecedor?',
  },
  vendedores: {
    path: '/cadastros/vendedores',
    create: 'Novo Vendedor',
    save: 'Cadastrar',
    question: 'Deseja realmente excluir este vendedor?',
  },
  depositos: {
    path: '/configuracao/deposito',
    create: 'Novo Depósito',
    save: 'Cadastrar',
    question: 'Confirmar exclusão',
  },
};

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('row').nth(2).waitFor();
}

/** The states of each register: the list, a refused save, an edited record, and the question before deleting. */
export const REGISTER_STATES: readonly State[] = Object.entries(REGISTERS).flatMap(
  ([name, { path, create, save, question }]) => [
    { name, reach: (page) => open(page, path) },
    {
      name: `${name}: creating, with errors`,
      reach: async (page) => {
        await open(page, path);
        await page.getByRole('button', { name: create }).click();
        await page.getByRole('button', { name: save }).click();
        await page.getByText('Nome é obrigatório').waitFor();
      },
    },
    {
      name: `${name}: editing`,
      reach: async (page) => {
        await open(page, path);
        await page
          .getByRole('button', { name: /^Editar / })
          .first()
          .click();
        await page.getByRole('dialog').getByLabel(/^Nome/).first().waitFor();
      },
    },
    {
      name: `${name}: deleting`,
      reach: async (page) => {
        await open(page, path);
        await page
          .getByRole('button', { name: /^Excluir / })
          .first()
          .click();
        await page.getByText(question).waitFor();
      },
    },
  ],
);
