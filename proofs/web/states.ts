import type { Page } from '@playwright/test';
import { DAILY_WORK } from '../../tools/screens/daily-work.ts';
import { CONTA_STATES } from './contas.ts';
import { REGISTER_STATES } from './registers.ts';

export interface State {
  name: string;
  anonymous?: true;
  reach(page: Page, width: number): Promise<unknown>;
}

const MARCAS = '/cadastros/marca';
const NARROW = 768;

async function marcas(page: Page, path = MARCAS): Promise<void> {
  await page.goto(path);
  await page.getByRole('row').nth(2).waitFor();
}

const screen = (path: string, anonymous?: true): State => ({
  name: path,
  ...(anonymous && { anonymous }),
  reach: async (page) => {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
});

/** Every screen and, for marcas, every state in which a register looks different. */
export const STATES: readonly State[] = [
  ...REGISTER_STATES,
  ...CONTA_STATES,
  ...DAILY_WORK.map(([name, , path, ready]) => ({
    name,
    reach: async (page: Page) => {
      await page.goto(path);
      await ready(page);
    },
  })),
  screen('/auth/login', true),
  screen('/auth/cadastro', true),
  screen('/auth/recuperar-senha', true),
  screen('/nao/existe'),
  screen('/'),
  screen('/perfil'),
  screen('/configuracao/equipe'),
  screen('/configuracao/atividade'),
  screen('/configuracao/dados'),
  screen('/configuracao/integracoes'),
  screen('/catalogo/inventario'),
  {
    name: 'login with errors',
    anonymous: true,
    reach: async (page) => {
      await page.goto('/auth/login');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  { name: 'marcas', reach: (page) => marcas(page) },
  {
    name: 'marcas loading',
    reach: async (page) => {
      await page.route(/\/api\/marcas\?/, () => {});
      await page.goto(MARCAS);
      await page.getByText('Carregando...').waitFor();
    },
  },
  {
    name: 'marcas without a result',
    reach: async (page) => {
      await page.goto(`${MARCAS}?busca=nada-disso`);
      await page
        .getByRole('button', { name: /Limpar/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'marcas failed',
    reach: async (page) => {
      await page.route(/\/api\/marcas\?/, (route) => route.fulfill({ status: 422, json: {} }));
      await page.goto(MARCAS);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'creating, with an error',
    reach: async (page) => {
      await marcas(page);
      await page.getByRole('button', { name: 'Nova Marca' }).click();
      await page.getByRole('button', { name: 'Cadastrar' }).click();
      await page.getByText('Nome é obrigatório').waitFor();
    },
  },
  {
    name: 'editing',
    reach: async (page) => {
      await marcas(page);
      await page
        .getByRole('button', { name: /^Editar / })
        .first()
        .click();
      await page.getByLabel('Marca *').waitFor();
    },
  },
  {
    name: 'deleting',
    reach: async (page) => {
      await marcas(page);
      await page
        .getByRole('button', { name: /^Excluir / })
        .first()
        .click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).waitFor();
    },
  },
  {
    name: 'trash',
    reach: async (page) => {
      await marcas(page);
      await page.getByRole('button', { name: 'Lixeira' }).click();
      await page.getByText('A lixeira está vazia.').waitFor();
    },
  },
  {
    name: 'a toast',
    anonymous: true,
    reach: async (page) => {
      await page.goto('/auth/login?google=cancelado');
      await page.getByText('Erro ao fazer login com Google').waitFor();
    },
  },
  {
    name: 'login, the second factor',
    anonymous: true,
    reach: async (page) => {
      await page.goto('/auth/login?google=segundo_fator');
      await page.getByLabel('Código', { exact: true }).waitFor();
    },
  },
  {
    name: 'recovery, the new password',
    anonymous: true,
    reach: async (page) => {
      await page.goto('/auth/recuperar-senha#token=pre_que-nao-existe-e-nao-sera-enviado');
      await page.getByLabel('Confirmar nova senha').waitFor();
    },
  },
  {
    name: 'perfil, enrolling an authenticator',
    reach: async (page) => {
      await page.goto('/perfil');
      await page.getByRole('switch', { name: 'Verificação em duas etapas' }).click();
      await page.getByRole('dialog').getByLabel('Código', { exact: true }).waitFor();
    },
  },
  {
    name: 'perfil, a new password',
    reach: async (page) => {
      await page.goto('/perfil');
      await page.getByRole('button', { name: 'Alterar senha' }).click();
      await page.getByLabel('Confirmar nova senha').waitFor();
    },
  },
  {
    name: 'confirming who is signed in',
    reach: async (page) => {
      await page.route(/\/api\/perfil\/fatores$/, (route) =>
        route.fulfill({
          status: 403,
          json: { codigo: 'confirm_identity', mensagem: 'Confirme que é você.', pedido: '-' },
        }),
      );
      await page.goto('/perfil');
      await page.getByRole('switch', { name: 'Verificação em duas etapas' }).click();
      await page.getByRole('heading', { name: 'Confirme que é você' }).waitFor();
    },
  },
  {
    name: 'the session has ended over a form',
    reach: async (page) => {
      await marcas(page);
      await page.getByRole('button', { name: 'Nova Marca' }).click();
      await page.getByLabel('Marca *').fill('Bosch');
      await page.route(/\/api\/sessoes\/atual$/, (route) => route.fulfill({ json: { sessao: null } }));
      await page.route(/\/api\/marcas$/, (route) =>
        route.fulfill({
          status: 401,
          json: { codigo: 'unauthenticated', mensagem: 'Sua sessão terminou.', pedido: '-' },
        }),
      );
      await page.getByRole('button', { name: 'Cadastrar' }).click();
      await page.getByRole('heading', { name: 'Sua sessão terminou' }).waitFor();
    },
  },
  {
    name: 'menu collapsed, or its panel open',
    reach: async (page, width) => {
      await marcas(page);
      await page.getByRole('button', { name: 'Alternar menu' }).click();
      if (width < NARROW) await page.getByRole('button', { name: 'Fechar menu' }).waitFor();
    },
  },
];
