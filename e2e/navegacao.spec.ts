import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Every route inside the authenticated layout. */
const SCREENS = [
  '/',
  '/perfil',
  '/cadastros/marca',
  '/cadastros/categoria',
  '/cadastros/clientes',
  '/cadastros/fornecedores',
  '/cadastros/vendedores',
  '/configuracao/deposito',
  '/configuracao/integracoes',
  '/configuracao/mercado-livre/1',
  '/catalogo/produtos',
  '/catalogo/inventario',
];
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Navegação' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu Principal' });
const width = async (page: Page) => (await sidebar(page).boundingBox())?.width;

test.describe('for a stranger', () => {
  for (const path of SCREENS)
    test(`[PERM-01] ${path} leads to the login and shows nothing`, async ({ page }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto(path);
      await expect(page).toHaveURL(/\/auth\/login/);
      await expect(menu(page)).toHaveCount(0);
      expect(asked.filter((each) => each.startsWith('/api/') && each !== '/api/sessoes/atual')).toEqual([]);
    });
});

test.describe('for a signed-in user', () => {
  test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

  test('[NAV-01] every screen is drawn in the one layout', async ({ page }) => {
    for (const path of SCREENS) {
      await page.goto(path);
      await expect(menu(page)).toBeVisible();
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  test('[NAV-03] the header’s profile button leads to the profile', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'Perfil' }).click();
    await expect(page).toHaveURL('/perfil');
    await expect(page.getByRole('heading', { name: 'Configurações do Perfil' })).toBeVisible();
  });

  test('[NAV-05] [NAV-06] an unknown path shows the 404 page, logs the path and leads home', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/\/nao\/existe/);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.goto('/nao/existe');
    await expect(page.getByText('Oops! Page not found')).toBeVisible();
    expect(logged.join('\n')).toContain('/nao/existe');
    await page.getByRole('link', { name: /início/ }).click();
    await expect(page).toHaveURL('/');
  });

  test('[NAV-07] an unexpected error shows the fallback screen with its message', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/Unexpected|Failed|import|marca/i);
    await page.goto('/');
    await page.route(/\/assets\/marca/, (route) => route.abort());
    await page.goto('/cadastros/marca');
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText(/import|module/i);
  });

  test('[NAV-08] [NAV-09] [NAV-10] [NAV-11] the menu has its entries, in order, each opening its screen', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(menu(page).getByRole('heading', { name: 'Menu Principal' })).toBeVisible();
    const entries = [
      ['Dashboard', '/'],
      ['Marca', '/cadastros/marca'],
      ['Categoria', '/cadastros/categoria'],
      ['Clientes', '/cadastros/clientes'],
      ['Fornecedores', '/cadastros/fornecedores'],
      ['Vendedores', '/cadastros/vendedores'],
      ['Produtos', '/catalogo/produtos'],
      ['Inventário', '/catalogo/inventario'],
      ['Deposito', '/configuracao/deposito'],
      ['Integrações', '/configuracao/integracoes'],
    ] as const;
    await expect(menu(page).getByRole('link')).toHaveText(entries.map(([label]) => label));
    await expect(menu(page).getByRole('button')).toHaveText(['Cadastros', 'Catálogo', 'Configuração']);
    for (const [label, path] of entries) {
      await menu(page).getByRole('link', { name: label, exact: true }).click();
      await expect(page).toHaveURL(path);
    }
    const inside = (section: string) =>
      menu(page)
        .locator('div')
        .filter({ has: page.getByRole('button', { name: section }) });
    await expect(inside('Cadastros').getByRole('link')).toHaveCount(5);
    await expect(inside('Catálogo').getByRole('link')).toHaveCount(2);
    await expect(inside('Configuração').getByRole('link')).toHaveCount(2);
  });

  test('[NAV-12] every entry shows an icon', async ({ page }) => {
    await page.goto('/');
    const links = menu(page).getByRole('link');
    await expect(links).toHaveCount(10);
    for (const link of await links.all()) await expect(link.locator('svg')).toBeVisible();
  });

  test('[NAV-13] the sections start open and close on their own', async ({ page }) => {
    await page.goto('/');
    const section = (name: string) => menu(page).getByRole('button', { name });
    for (const name of ['Cadastros', 'Catálogo', 'Configuração'])
      await expect(section(name)).toHaveAttribute('aria-expanded', 'true');
    await section('Catálogo').click();
    await expect(menu(page).getByRole('link', { name: 'Produtos' })).toBeHidden();
    await expect(menu(page).getByRole('link', { name: 'Clientes' })).toBeVisible();
    await section('Catálogo').click();
    await expect(menu(page).getByRole('link', { name: 'Produtos' })).toBeVisible();
  });

  test('[NAV-14] the current link and its section are highlighted, the others are not', async ({ page }) => {
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

  test('[NAV-15] [NAV-19] it collapses to icons of 3rem and opens to 16rem, also under the mouse', async ({
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

  test('[NAV-16] its state is kept in a cookie for 7 days', async ({ page, context }) => {
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

  test('[NAV-17] Ctrl+B and Cmd+B toggle it', async ({ page }) => {
    await page.goto('/');
    await expect(sidebar(page)).toBeVisible();
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

  test('[NAV-18] below 768 px it is a panel of 18rem that opens and closes', async ({ page }) => {
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

  test('[NAV-20] a tooltip stands 4 px from what it explains', async ({ page }) => {
    await page.goto('/');
    const button = page.getByRole('banner').getByRole('button', { name: 'Perfil' });
    await button.hover();
    const tip = page.getByText('Perfil', { exact: true }).last();
    await expect(tip).toBeVisible();
    const gap = async () => {
      const [anchor, text] = [await button.boundingBox(), await tip.boundingBox()];
      return (text?.y ?? 0) - ((anchor?.y ?? 0) + (anchor?.height ?? 0));
    };
    // Half a pixel is lost where the tooltip is put on whole ones.
    await expect.poll(async () => Math.abs((await gap()) - 4)).toBeLessThanOrEqual(0.5);
  });

  test('[NAV-21] the notification area is labelled and reached with Alt+T', async ({ page }) => {
    await page.goto('/');
    const area = page.getByRole('region', { name: /^Notifications/ });
    await expect(area).toBeAttached();
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await expect(area.getByText('Logout realizado')).toBeVisible();
    await page.keyboard.press('Alt+t');
    await expect(area.locator('ol')).toBeFocused();
  });

  test('[FMT-01] the interface is in Portuguese', async ({ page }) => {
    for (const path of SCREENS) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
      const text = await page.locator('body').innerText();
      expect(text).not.toMatch(
        /\b(loading|save|cancel|delete|edit|search|error|close|next|previous|welcome|sign)\b/i,
      );
    }
  });
});
