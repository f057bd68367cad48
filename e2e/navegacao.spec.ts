import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { aConta } from './integracoes-page.ts';
import { SCREENS } from './telas.ts';
import { errorsOf } from './toasts.ts';

const AUTH_SCREENS = ['/auth', '/auth/login', '/auth/cadastro', '/auth/outra-coisa', '/auth/recuperar-senha'];

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Navegação' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu Principal' });
/** Checks the layout, which has the menu with its button, a header, and one main area. */
async function expectLayout(page: Page): Promise<void> {
  await expect(sidebar(page)).toBeVisible();
  await expect(menu(page)).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(1);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Alternar menu' })).toBeVisible();
  await expect(page.getByRole('main')).toHaveCount(1);
}

/**
 * Checks that a screen is in the layout, its heading is in the main area, and the menu collapses beside it.
 */
async function expectScreen(page: Page, heading: string): Promise<void> {
  await expectLayout(page);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText(heading);
  await page.getByRole('banner').getByRole('button', { name: 'Alternar menu' }).click();
  await expect.poll(() => width(page)).toBe(48);
}

async function expectNoLayout(page: Page): Promise<void> {
  await expect(sidebar(page)).toHaveCount(0);
  await expect(menu(page)).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
}

const MARCAS_CODE = /\/assets\/marca-/;

/** Replaces the script of the screen of marcas by this code, and opens the screen. */
async function breakMarcas(page: Page, code: string): Promise<void> {
  await page.route(MARCAS_CODE, (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
  await page.goto('/cadastros/marca');
}

const width = async (page: Page) => (await sidebar(page).boundingBox())?.width;

test.describe('for a visitor who is not signed in', () => {
  for (const path of [...Object.keys(SCREENS), '/configuracao/mercado-livre/1'])
    test(`[PERM-01] ${path} redirects to the login and requests no data`, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(path);
      // The query has only `voltar`, the page to return to after signing in (ADR 0055).
      const voltar = path === '/' ? '' : `?voltar=${encodeURIComponent(path)}`;
      await expect(page).toHaveURL(`/auth/login${voltar}`);
      await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(['Entrar']);
      await expectNoLayout(page);
      expect(asked.filter((each) => each.startsWith('/api/') && each !== '/api/sessoes/atual')).toEqual([]);
    });

  for (const path of AUTH_SCREENS)
    test(`[NAV-02] ${path} is shown outside the layout`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoLayout(page);
      expect(new URL(page.url()).pathname).toBe(path);
    });
});

test('[NAV-05] [NAV-06] an unknown path shows a signed-out visitor the 404 page outside the layout', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/\/nao\/existe|status of 404/);
  const logged = errorsOf(page);
  await page.goto('/nao/existe');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
  await expectNoLayout(page);
  expect(logged).toContain('404: caminho inexistente /nao/existe');
  await page.getByRole('link', { name: 'Voltar ao início' }).click();
  await expect(page).toHaveURL('/auth/login');
});

test.describe('for a signed-in user', () => {
  test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

  for (const [path, heading] of Object.entries(SCREENS))
    test(`[NAV-01] ${path} is shown in the layout`, async ({ page }) => {
      await page.goto(path);
      await expectScreen(page, heading);
      expect(new URL(page.url()).pathname).toBe(path);
    });

  test('[NAV-01] the screen of a conta is shown in the layout', async ({ page, operator }) => {
    const path = `/configuracao/mercado-livre/${await aConta(operator, { nickname: 'LOJA1' })}`;
    await page.goto(path);
    await expectScreen(page, '@LOJA1');
    expect(new URL(page.url()).pathname).toBe(path);
  });

  test('[NAV-03] the profile button in the header opens the profile', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Perfil' }).click();
    await expect(page).toHaveURL('/perfil');
    await expect(page.getByRole('heading', { name: 'Configurações do Perfil' })).toBeVisible();
  });

  test('[NAV-05] [NAV-06] an unknown path shows the 404 page, logs the path and links home', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/\/nao\/existe|status of 404/);
    const logged = errorsOf(page);
    expect((await page.goto('/nao/existe'))?.status()).toBe(404);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found');
    await expectLayout(page);
    expect(logged).toContain('404: caminho inexistente /nao/existe');
    // The layout works on the 404 page as on every other screen.
    await page.keyboard.press('Control+b');
    await expect.poll(() => width(page)).toBe(48);
    await main.getByRole('link', { name: 'Voltar ao início' }).click();
    await expect(page).toHaveURL('/');
    await expectLayout(page);
  });

  test('[NAV-07] an unexpected error shows the fallback screen with its message', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/Unexpected|Mensagem/);
    await breakMarcas(page, "throw new Error('Mensagem do próprio erro')");
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByRole('alert').locator('p')).toHaveText('Mensagem do próprio erro');
    await page.unroute(MARCAS_CODE);
    await page.goto('/cadastros/marca');
    await expect(page.getByRole('heading', { level: 1, name: 'Marcas' })).toBeVisible();
  });

  test('[NAV-07] a thrown Response shows its status text', async ({ page, expectErrors }) => {
    expectErrors(/Unexpected|Response/);
    await breakMarcas(page, "throw new Response(null, { status: 503, statusText: 'Em manutencao' })");
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!');
    await expect(page.getByRole('alert').locator('p')).toHaveText('Em manutencao');
  });

  test('[NAV-08] [NAV-09] [NAV-10] [NAV-11] the menu lists its entries in order, and each opens its screen', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(menu(page).getByRole('heading', { name: 'Menu Principal' })).toBeVisible();
    const entries = [
      ['Dashboard', '/'],
      ['Pedidos', '/vendas/pedidos'],
      ['Anúncios', '/vendas/anuncios'],
      ['Balcão', '/vendas/balcao'],
      ['Margem', '/vendas/margem'],
      ['Marca', '/cadastros/marca'],
      ['Categoria', '/cadastros/categoria'],
      ['Clientes', '/cadastros/clientes'],
      ['Fornecedores', '/cadastros/fornecedores'],
      ['Vendedores', '/cadastros/vendedores'],
      ['Produtos', '/catalogo/produtos'],
      ['Inventário', '/catalogo/inventario'],
      ['Deposito', '/configuracao/deposito'],
      ['Integrações', '/configuracao/integracoes'],
      ['Empresa e equipe', '/configuracao/equipe'],
      ['Atividade', '/configuracao/atividade'],
      ['Dados e privacidade', '/configuracao/dados'],
    ] as const;
    await expect(menu(page).getByRole('link')).toHaveText(entries.map(([label]) => label));
    await expect(menu(page).getByRole('button')).toHaveText([
      'Vendas',
      'Cadastros',
      'Catálogo',
      'Configuração',
    ]);
    for (const [label, path] of entries) {
      await menu(page).getByRole('link', { name: label, exact: true }).click();
      await expect(page).toHaveURL(path);
    }
    const inside = (section: string) =>
      menu(page)
        .locator('div')
        .filter({ has: page.getByRole('button', { name: section }) });
    await expect(inside('Vendas').getByRole('link')).toHaveCount(4);
    await expect(inside('Cadastros').getByRole('link')).toHaveCount(5);
    await expect(inside('Catálogo').getByRole('link')).toHaveCount(2);
    await expect(inside('Configuração').getByRole('link')).toHaveCount(5);
  });

  test('[NAV-12] every entry shows an icon', async ({ page }) => {
    await page.goto('/');
    const links = menu(page).getByRole('link');
    await expect(links).toHaveCount(17);
    for (const link of await links.all()) await expect(link.locator('svg')).toBeVisible();
  });

  test('[NAV-13] the sections start open and close independently', async ({ page }) => {
    await page.goto('/');
    const section = (name: string) => menu(page).getByRole('button', { name });
    for (const name of ['Vendas', 'Cadastros', 'Catálogo', 'Configuração'])
      await expect(section(name)).toHaveAttribute('aria-expanded', 'true');
    await section('Catálogo').click();
    await expect(menu(page).getByRole('link', { name: 'Produtos' })).toBeHidden();
    await expect(menu(page).getByRole('link', { name: 'Clientes' })).toBeVisible();
    await section('Catálogo').click();
    await expect(menu(page).getByRole('link', { name: 'Produtos' })).toBeVisible();
  });

  test('[NAV-14] only the current link and its section are highlighted', async ({ page }) => {
    await page.goto('/catalogo/produtos');
    const current = menu(page).getByRole('link', { name: 'Produtos' });
    await expect(current).toHaveAttribute('aria-current', 'page');
    await expect(menu(page).locator('a[aria-current]')).toHaveCount(1);
    const background = (name: string) =>
      menu(page)
        .getByRole('link', { name, exact: true })
        .evaluate((link) => getComputedStyle(link).backgroundColor);
    expect(await background('Produtos')).not.toBe(await background('Marca'));
    await expect(menu(page).locator('button[data-active="true"]')).toHaveText(['Catálogo']);
    const color = (name: string) =>
      menu(page)
        .getByRole('button', { name })
        .evaluate((button) => getComputedStyle(button).color);
    expect(await color('Catálogo')).not.toBe(await color('Cadastros'));
    expect(await color('Configuração')).toBe(await color('Cadastros'));
  });

  test('[NAV-15] [NAV-19] the sidebar collapses to 3rem of icons and expands to 16rem, also on hover', async ({
    page,
  }) => {
    await page.goto('/');
    expect(await width(page)).toBe(256);
    const content = await page.getByRole('main').boundingBox();
    await page.getByRole('button', { name: 'Alternar menu' }).click();
    await expect.poll(() => width(page)).toBe(48);
    await expect
      .poll(async () => (await page.getByRole('main').boundingBox())?.width)
      .toBeGreaterThan(content?.width ?? 0);
    await sidebar(page).hover();
    await expect.poll(() => width(page)).toBe(256);
    await page.getByRole('main').hover();
    await expect.poll(() => width(page)).toBe(48);
    await page.getByRole('button', { name: 'Alternar menu' }).click();
    await expect.poll(() => width(page)).toBe(256);
  });

  test('[NAV-16] the state of the sidebar is stored in a cookie for 7 days', async ({ page, context }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Alternar menu' }).click();
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
    expect(cookie?.value).toBe('false');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
    await page.reload();
    await expect.poll(() => width(page)).toBe(48);
  });

  test('[NAV-17] Ctrl+B and Cmd+B toggle the sidebar', async ({ page }) => {
    await page.goto('/');
    await expect(sidebar(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    // A pointer over the sidebar would expand it.
    await page.getByRole('main').hover();
    for (const [keys, expected] of [
      ['Control+b', 48],
      ['Control+b', 256],
      ['Meta+b', 48],
      ['Meta+b', 256],
    ] as const) {
      await page.keyboard.press(keys);
      await expect.poll(() => width(page)).toBe(expected);
    }
  });

  test('[NAV-18] below 768 px the sidebar is a panel of 18rem that opens and closes', async ({ page }) => {
    await page.setViewportSize({ width: 767, height: 800 });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    await expect(menu(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Alternar menu' }).click();
    const panel = page.getByRole('dialog', { name: 'Navegação' });
    await expect(panel).toBeVisible();
    expect((await panel.boundingBox())?.width).toBe(288);
    await page.getByRole('button', { name: 'Fechar menu' }).click();
    await expect(panel).toBeHidden();
    await page.getByRole('button', { name: 'Alternar menu' }).click();
    await panel.getByRole('link', { name: 'Marca' }).click();
    await expect(page).toHaveURL('/cadastros/marca');
    await expect(panel).toBeHidden();
    await page.setViewportSize({ width: 768, height: 800 });
    await expect(sidebar(page)).toBeVisible();
  });

  test('[NAV-20] a tooltip is 4 px away from its element', async ({ page }) => {
    await page.goto('/');
    const button = page.getByRole('banner').getByRole('button', { name: 'Perfil' });
    await button.hover();
    const tip = page.getByText('Perfil', { exact: true }).last();
    await expect(tip).toBeVisible();
    const gap = async () => {
      const [anchor, text] = [await button.boundingBox(), await tip.boundingBox()];
      return (text?.y ?? 0) - ((anchor?.y ?? 0) + (anchor?.height ?? 0));
    };
    // The browser places the tooltip on whole pixels, so the distance may differ by half a pixel.
    await expect.poll(async () => Math.abs((await gap()) - 4)).toBeLessThanOrEqual(0.5);
  });

  test('[NAV-21] the notification area is labelled and reachable with Alt+T', async ({ page }) => {
    await page.goto('/');
    const area = page.getByRole('region', { name: /^Notifications/ });
    await expect(area).toBeAttached();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(area.getByText('Logout realizado')).toBeVisible();
    await page.keyboard.press('Alt+t');
    await expect(area.locator('ol')).toBeFocused();
  });

  test('a person who leaves while a search is typed stays where they went', async ({ page }) => {
    const code = Promise.withResolvers<void>();
    await page.route(/\/assets\/clientes-/, async (route) => {
      await code.promise;
      await route.continue();
    });
    await page.clock.install();
    await page.goto('/cadastros/marca');
    await expect(page.getByRole('heading', { name: 'Marcas' })).toBeVisible();
    await menu(page).getByRole('link', { name: 'Clientes' }).click();
    await expect(page).toHaveURL('/cadastros/clientes');
    // The list of marcas is still mounted, takes a text and sends it.
    await page.getByRole('searchbox', { name: 'Buscar marcas' }).fill('cofap');
    await page.clock.runFor(1000);
    code.resolve();
    await expect(page.getByRole('heading', { name: 'Clientes' })).toBeVisible();
    await expect(page).toHaveURL('/cadastros/clientes');
  });
});
