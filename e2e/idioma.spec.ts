import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { aSeller, card, connect } from './integracoes-page.ts';
import { aDeposito, aProduto, references, saldo } from './produtos-page.ts';
import { dialog, question } from './register-page.ts';

/** The texts that the specification itself gives in English. */
const SPECIFIED = /Oops! Page not found|Unexpected Application Error!|Notifications/g;

/**
 * Matches English words of user interfaces that are not Portuguese words, in any case. The test data contain
 * none.
 */
const ENGLISH = new RegExp(
  `\\b(${[
    ...[
      'the',
      'and',
      'with',
      'your',
      'you',
      'this',
      'that',
      'is',
      'are',
      'was',
      'not',
      'of',
      'from',
      'by',
      'or',
    ],
    ...['loading', 'save', 'saving', 'cancel', 'delete', 'edit', 'search', 'error', 'close', 'open', 'next'],
    ...[
      'previous',
      'back',
      'home',
      'welcome',
      'sign',
      'signed',
      'password',
      'name',
      'address',
      'phone',
      'city',
    ],
    ...[
      'state',
      'street',
      'required',
      'invalid',
      'please',
      'select',
      'choose',
      'file',
      'upload',
      'remove',
      'add',
    ],
    ...[
      'new',
      'create',
      'update',
      'updated',
      'settings',
      'profile',
      'account',
      'brand',
      'brands',
      'category',
    ],
    ...['categories', 'customer', 'customers', 'supplier', 'suppliers', 'warehouse', 'product', 'products'],
    ...[
      'stock',
      'price',
      'cost',
      'quantity',
      'photo',
      'photos',
      'code',
      'found',
      'page',
      'try',
      'again',
      'show',
    ],
    ...[
      'hide',
      'toggle',
      'sort',
      'filter',
      'filters',
      'clear',
      'yes',
      'submit',
      'confirm',
      'connect',
      'failed',
    ],
    ...[
      'success',
      'empty',
      'none',
      'all',
      'more',
      'less',
      'today',
      'yesterday',
      'day',
      'days',
      'month',
      'year',
    ],
    ...['load', 'refresh', 'analytics', 'sales', 'order', 'orders', 'revenue', 'listing', 'listings'],
    ...['import', 'disconnect', 'configure', 'connected', 'active', 'inactive', 'history', 'trash'],
    ...['undo', 'restore', 'verify', 'verification', 'security', 'device', 'devices', 'session', 'sessions'],
    ...['we', 'our', 'have', 'has', 'will', 'can', 'must', 'when', 'what', 'which', 'here', 'there'],
    ...['see', 'view', 'send', 'wait', 'first', 'last', 'now', 'only', 'every', 'enter', 'codes', 'two'],
  ].join('|')})\\b`,
  'gi',
);

/** Checks all texts that people see or hear, including attributes that are shown or read out. */
async function expectPortuguese(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  const texts = await page.evaluate(() => [
    document.title,
    document.body.innerText,
    ...['aria-label', 'placeholder', 'alt', 'title', 'aria-description', 'aria-roledescription'].flatMap(
      (name) =>
        Array.from(document.querySelectorAll(`[${name}]`), (element) => element.getAttribute(name) ?? ''),
    ),
  ]);
  const found = texts.flatMap((text) =>
    Array.from(
      text.replaceAll(SPECIFIED, '').matchAll(ENGLISH),
      ([word]) => `${word} in: ${text.slice(0, 200)}`,
    ),
  );
  expect(found).toEqual([]);
}

test('[FMT-01] the check finds an English text on the screen and in the texts for screen readers', async ({
  page,
}) => {
  await page.goto('/auth/login');
  for (const change of [
    () => document.querySelector('h1')?.append(' Sign in'),
    () => document.querySelector('button')?.setAttribute('aria-label', 'Close'),
  ]) {
    await page.goto('/auth/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(change);
    await expect(expectPortuguese(page)).rejects.toThrow();
  }
});

for (const path of ['/auth/login', '/auth/cadastro', '/auth/recuperar-senha'])
  test(`[FMT-01] ${path} and its refusals are in Portuguese`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectPortuguese(page);
    await page.locator('form button[type="submit"]').click();
    await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
    await expectPortuguese(page);
  });

test.describe('for a signed-in user', () => {
  test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

  for (const [path, text] of [
    ['/', 'Gerencie marcas, categorias, clientes e mais.'],
    ['/perfil', 'Entrada com senha'],
    ['/configuracao/integracoes', 'Nenhuma conta conectada'],
  ] as const)
    test(`[FMT-01] ${path} is in Portuguese`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      // A text that a card shows once it has loaded.
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      await expectPortuguese(page);
    });

  for (const path of [
    '/cadastros/marca',
    '/cadastros/categoria',
    '/cadastros/clientes',
    '/cadastros/fornecedores',
    '/cadastros/vendedores',
    '/configuracao/deposito',
    '/catalogo/produtos',
  ])
    test(`[FMT-01] ${path}, its form and its refusals are in Portuguese`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expectPortuguese(page);
      await page.goto(`${path}?abrir=novo`);
      await dialog(page)
        .getByRole('button', { name: /^(Cadastrar|Salvar Cliente)$/ })
        .click();
      await expect(dialog(page).locator('[aria-invalid="true"]').first()).toBeVisible();
      await expectPortuguese(page);
    });

  test('[FMT-01] rows, their dialogs and their toasts are in Portuguese', async ({ page }) => {
    const of = await references(page);
    const { id } = await aDeposito(page, 'Matriz');
    await aProduto(page, of, { depositos: [saldo(id, '5')], cod_referencia: ['XA-77'] });
    await page.goto('/catalogo/produtos?nome=pastilha');
    for (const action of ['Ver códigos de', 'Ver estoque de']) {
      await page.getByRole('button', { name: `${action} Pastilha de freio` }).click();
      await expect(dialog(page)).toBeVisible();
      await expectPortuguese(page);
      await page.keyboard.press('Escape');
    }
    await page.goto('/catalogo/inventario');
    await expect(page.getByRole('row').nth(1)).toContainText('Matriz');
    await expectPortuguese(page);
    await page.goto('/configuracao/deposito');
    await page.getByRole('button', { name: 'Excluir Matriz' }).click();
    await expectPortuguese(page);
    await question(page).getByRole('button', { name: 'Excluir' }).click();
    await expect(page.getByText('Depósito excluído com sucesso!')).toBeVisible();
    await expectPortuguese(page);
    await page.getByRole('button', { name: 'Lixeira' }).click();
    await expect(dialog(page).getByText('Matriz')).toBeVisible();
    await expectPortuguese(page);
  });

  test('[FMT-01] a connected account, its analysis and its import are in Portuguese', async ({ page }) => {
    const seller = await aSeller(page);
    await connect(page, seller);
    await card(page, seller.nickname).getByRole('button', { name: 'Desconectar' }).click();
    await expect(question(page)).toBeVisible();
    await expectPortuguese(page);
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await card(page, seller.nickname).getByRole('button', { name: 'Configurar' }).click();
    await expect(page.getByRole('button', { name: 'Carregar Análises' })).toBeVisible();
    await expectPortuguese(page);
    await page.getByRole('button', { name: 'Carregar Análises' }).click();
    await expect(page.getByRole('region', { name: 'Reputação' })).toBeVisible();
    await expectPortuguese(page);
    await page.getByRole('tab', { name: 'Importação de Anúncios' }).click();
    await expect(page.getByRole('button', { name: 'Buscar anúncios' })).toBeVisible();
    await expectPortuguese(page);
  });

  test('[FMT-01] the dialogs of the profile are in Portuguese', async ({ page }) => {
    await page.goto('/perfil');
    for (const name of ['Alterar nome', 'Alterar email', 'Alterar senha']) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(dialog(page)).toBeVisible();
      await expectPortuguese(page);
      await page.keyboard.press('Escape');
      await expect(dialog(page)).toHaveCount(0);
    }
    await page.getByRole('switch', { name: 'Verificação em duas etapas' }).click();
    await expect(dialog(page)).toBeVisible();
    await expectPortuguese(page);
  });

  test('[FMT-01] the form of a produto, its history, the search and the narrow menu are in Portuguese', async ({
    page,
  }) => {
    const { id } = await aProduto(page, await references(page));
    await page.goto(`/catalogo/produtos?abrir=${id}`);
    for (const name of ['Dados do Produto', 'Estoque por Depósito', 'Fotos']) {
      await dialog(page).getByRole('tab', { name }).click();
      await expectPortuguese(page);
    }
    await dialog(page).getByRole('button', { name: 'Histórico' }).click();
    await expect(page.getByRole('dialog', { name: 'Histórico' })).toContainText('cadastrou');
    await expectPortuguese(page);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Busca de balcão' })).toBeVisible();
    await expectPortuguese(page);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Alternar menu' }).click();
    await expect(page.getByRole('dialog', { name: 'Navegação' })).toBeVisible();
    await expectPortuguese(page);
  });

  test('[FMT-01] the 404 page and the error screen are in Portuguese except for the specified texts', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/404|Unexpected|Falha/);
    await page.goto('/nao/existe');
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await expectPortuguese(page);
    await page.route(/\/assets\/marca-/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "throw new Error('Falha')" }),
    );
    await page.goto('/cadastros/marca');
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expectPortuguese(page);
  });
});
