import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, type Operator, sql, test } from './fixtures.ts';

interface Manifest {
  name: string;
  start_url: string;
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}

test('the manifest names the application and icons of the stated sizes', async ({ page }) => {
  await page.goto('/auth/login');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(String(href));
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { name, start_url, icons } = (await answer.json()) as Manifest;
  expect([name, start_url]).toEqual(['Prumo', '/']);
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable');
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const all = [...icons, { src: String(touch), sizes: '180x180', type: 'image/png' }];
  for (const { src, sizes, type } of all) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type'], src).toContain(type);
    const { width, height } = await sharp(await icon.body()).metadata();
    if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes);
  }
});

/** The colour of the browser's bar and the background of the page, as the screen shows them. */
const colours = (page: Page) =>
  page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    const pixel = (colour: string) => {
      if (!canvas) return [];
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return Array.from(canvas.getImageData(0, 0, 1, 1).data);
    };
    const bar = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content ?? '';
    return { bar: pixel(bar), page: pixel(getComputedStyle(document.body).backgroundColor) };
  });

test('the bar of the browser has the colour of the page, in both themes', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  await page.goto('/');
  const seen: number[][] = [];
  for (const name of ['Usar tema escuro', 'Usar tema claro']) {
    await page.getByRole('button', { name }).click();
    // The colours of the page fade.
    await expect(async () => {
      const { bar, page: background } = await colours(page);
      expect(bar).toEqual(background);
    }).toPass();
    const { bar, page: background } = await colours(page);
    seen.push(bar);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await colours(page)).toEqual({ bar, page: background });
  }
  expect(seen[0]).not.toEqual(seen[1]);
});

const manyMarcas = ({ empresaId, userId }: Operator) =>
  sql(
    `with history as (select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
     insert into marcas (empresa_id, user_id, nome, descricao)
     select $1, $2::uuid, 'Marca ' || lpad(n::text, 2, '0'), 'Descrição ' || n
     from history, generate_series(1, 50) n`,
    [empresaId, userId],
  );

test('a printed list has the empresa, the date, every row and every column, and no shell', async ({
  page,
  operator,
}) => {
  await manyMarcas(operator);
  await page.addInitScript(() => localStorage.setItem('tema', 'escuro'));
  // The width of a sheet of A4 between its margins.
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.goto('/cadastros/marca');
  await expect(page.getByRole('row').nth(1)).toContainText('Marca');
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText(/^Impresso em \d{2}\/\d{2}\/\d{4},? \d{2}:\d{2}$/)).toBeVisible();
  const [empresa] = await sql('select nome from empresas where id = $1', [operator.empresaId]);
  await expect(main.getByText(String(empresa?.['nome']), { exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { level: 1, name: 'Marcas' })).toBeVisible();
  await expect(main.getByRole('columnheader')).toHaveText(['Nome', 'Descrição', 'Logo']);
  await expect(main.getByRole('row')).toHaveCount(51);
  await expect(main.getByRole('cell', { name: 'Descrição 50', exact: true })).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Nova Marca' })).toBeHidden();
  await expect(page.getByRole('searchbox')).toBeHidden();
  // Nothing is cut: the page is as high as its rows.
  const cut = await page.evaluate(
    () =>
      Array.from(document.querySelectorAll('main, main *')).filter(
        ({ scrollHeight, clientHeight }) => clientHeight > 0 && scrollHeight > clientHeight + 8,
      ).length,
  );
  expect(cut).toBe(0);
  const shade = await page.evaluate(() => getComputedStyle(document.body).colorScheme);
  expect(shade).toBe('light');
  await page.emulateMedia({ media: 'screen' });
  await expect(main.getByText(/^Impresso em/)).toHaveCount(0);
});
