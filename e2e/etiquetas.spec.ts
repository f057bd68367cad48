import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { aProduto, PRODUTOS, references } from './produtos-page.ts';
import { expectSound } from './sound.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Etiquetas' });

/** Two produtos, of which one has an EAN-13. Returns their ids. */
async function someProdutos(page: Page): Promise<string[]> {
  const of = await references(page);
  const ean = ['7891000315507'];
  const filtro = await aProduto(page, of, { nome: 'Filtro de óleo', sku: 'FO-1', cod_referencia: ean });
  const vela = await aProduto(page, of, { nome: 'Vela ^XZ ~JR de ignição', sku: 'VI-2' });
  return [filtro.id, vela.id];
}

/** Puts a note of what the printer gets in the place of the question that the browser would ask. */
const watchPrinter = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { sheets: [] });
    globalThis.print = () => {
      const sheets = Array.from(document.querySelectorAll('.folha'), (sheet) => ({
        labels: sheet.querySelectorAll('.etiqueta').length,
        places: sheet.childElementCount,
        drawn: Array.from(sheet.querySelectorAll('img')).every((image) => image.naturalWidth > 0),
      }));
      Object.assign(globalThis, { sheets });
    };
  });
const sheets = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'sheets'));

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('labels of a produto are printed on a sheet that is already begun, by keyboard alone', async ({
  page,
}) => {
  await someProdutos(page);
  await watchPrinter(page);
  await page.goto(PRODUTOS);
  await page.getByRole('button', { name: 'Etiquetas de Filtro de óleo' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('img', { name: 'Código FO-1' })).toBeVisible();
  await expectSound(page, '[role=dialog]');
  await tabTo(page, dialog(page).getByLabel('Começar na etiqueta número'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('30');
  await tabTo(page, dialog(page).getByLabel('Quantidade de etiquetas de Filtro de óleo'));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('36');
  await expect(dialog(page).getByRole('status')).toHaveText('36 etiquetas em 2 folhas');
  await tabTo(page, dialog(page).getByRole('button', { name: 'Imprimir' }));
  await page.keyboard.press('Enter');
  await expect
    .poll(() => sheets(page))
    .toEqual([
      { labels: 4, places: 33, drawn: true },
      { labels: 32, places: 32, drawn: true },
    ]);
  // The sheets are gone again, and so a later print of the list shows the list.
  await expect(page.locator('.folhas')).toHaveCount(0);
});

test('a printer gets the labels in their real size, and nothing else', async ({ page }) => {
  const [id] = await someProdutos(page);
  await page.addInitScript(() => {
    // Keeps the sheets for this test. The page removes its own when the print has ended.
    globalThis.print = () => {
      const kept = document.querySelector('.folhas')?.cloneNode(true);
      if (kept) document.body.append(kept);
    };
  });
  await page.goto(`${PRODUTOS}?dialogo=etiquetas.${id}`);
  await dialog(page).getByRole('button', { name: 'Imprimir' }).click();
  await page.emulateMedia({ media: 'print' });
  const label = page.locator('.folha .etiqueta');
  await expect(label).toHaveCount(1);
  await expect(label).toBeVisible();
  await expect(page.getByRole('main')).toBeHidden();
  await expect(dialog(page)).toBeHidden();
  const mm = 96 / 25.4;
  const box = await label.boundingBox();
  expect(box?.width).toBeCloseTo(63.5 * mm, 0);
  expect(box?.height).toBeCloseTo(25.4 * mm, 0);
  // The margins that the maker of the sheet states.
  expect(box?.x).toBeCloseTo(7.25 * mm, 0);
  expect(box?.y).toBeCloseTo(8.7 * mm, 0);
  // The paper has the size of A4 in points, and there is one sheet.
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const boxes = Array.from(pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g), ([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ]);
  expect(boxes).toEqual([[595, 842]]);
});

test('labels of several produtos become ZPL with EAN-13, and say where there is none', async ({ page }) => {
  const ids = await someProdutos(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${PRODUTOS}?dialogo=etiquetas.${ids.join('.')}`);
  await expect(dialog(page)).toContainText('2 produtos');
  await dialog(page).getByLabel('Papel').selectOption('Impressora térmica, 60 × 40 mm (ZPL)');
  await dialog(page).getByLabel('Código na etiqueta').selectOption('EAN-13');
  await expect(dialog(page)).toContainText(
    'Sem EAN-13 nos códigos de referência: a etiqueta sai com Code 128 do SKU.',
  );
  await expectSound(page, '[role=dialog]');
  const quantity = dialog(page).getByLabel('Quantidade de etiquetas de Vela ^XZ ~JR de ignição');
  await quantity.fill('2,5');
  await expect(dialog(page).getByRole('alert')).toHaveText('Digite um número inteiro de 0 a 999.');
  await expect(dialog(page).getByRole('button', { name: 'Baixar ZPL' })).toBeDisabled();
  await quantity.fill('3');
  const download = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Baixar ZPL' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('etiquetas.zpl');
  const zpl = await readFile(await file.path(), 'utf8');
  expect(zpl).toContain('^FD789100031550^FS');
  expect(zpl).toContain('^FDVela _5EXZ _7EJR de ignição^FS');
  expect(zpl.match(/\^XA/g)).toHaveLength(2);
  expect(zpl).toContain('^PQ3');
  // The next labels begin with the same paper and the same code.
  await page.reload();
  await expect(dialog(page).getByLabel('Código na etiqueta')).toHaveValue('ean13');
  await expect(dialog(page).getByLabel('Papel')).toHaveValue('zpl-60x40');
});
