import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, hold, sentTo, sql, test } from './fixtures.ts';
import {
  aFoto,
  aProduto,
  file,
  image,
  PRODUTOS,
  produtoDialog,
  produtoField,
  references,
  saveProduto,
  tab,
} from './produtos-page.ts';
import { question, row, toast } from './register-page.ts';
import { expectSound } from './sound.ts';

const chooser = (page: Page) => produtoDialog(page).getByLabel('Arquivos de fotos');
const tiles = (page: Page) => produtoDialog(page).getByRole('list', { name: 'Fotos' }).getByRole('listitem');
const pictures = (page: Page) =>
  tiles(page)
    .locator('img')
    .evaluateAll((images) => images.map((each) => each.getAttribute('src') ?? ''));
const inPlace = (page: Page, name: string) => produtoDialog(page).getByRole('button', { name, exact: true });
const fotosOf = async (empresaId: string) =>
  (await sql('select fotos from produtos where empresa_id = $1', [empresaId]))[0]?.['fotos'];
const small = (urls: readonly (string | undefined)[]) =>
  urls.map((url) => url?.replace('.webp', '.mini.webp') ?? '');

async function open(page: Page, id: string): Promise<void> {
  await page.goto(`${PRODUTOS}?abrir=${id}`);
  await tab(page, 'Fotos').click();
}

/** Opens a produto with three photos, at the tab Fotos. */
async function threeFotos(page: Page): Promise<string[]> {
  const fotos = [await aFoto(page, '#335577'), await aFoto(page, '#884422'), await aFoto(page, '#226644')];
  const { id } = await aProduto(page, await references(page), { fotos });
  await open(page, id);
  await expect(tiles(page)).toHaveCount(3);
  return fotos;
}

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('[PROD-31] [PROD-33] [PROD-35] [ARQ-05] twenty photos upload as they are added, and a failed one can be retried', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/422|Erro/);
  const { id } = await aProduto(page, await references(page));
  await open(page, id);
  const sent = sentTo(page, '/api/arquivos/fotos');
  const files = await Promise.all(
    Array.from({ length: 20 }, (_, n) => file(`${n}.png`, `hsl(${n * 18}, 60%, 40%)`)),
  );
  // The name and the type of this file claim that it is an image, but its content is not.
  files[7] = { name: '7.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') };
  await chooser(page).setInputFiles(files);
  await expect(toast(page, 'Erro ao enviar fotos')).toContainText('1 de 20 não foi enviada.');
  await expect(tiles(page)).toHaveCount(20);
  expect(sent).toHaveLength(20);
  const failed = tiles(page).nth(7);
  await expect(failed.getByRole('alert')).toBeVisible();
  await expect(failed.getByRole('button', { name: 'Tentar de novo 7.png' })).toBeVisible();
  await expectSound(page, '[role=dialog]');
  // The save is refused, so that no produto is stored with fewer photos than shown.
  await tab(page, 'Dados do Produto').click();
  await saveProduto(page).click();
  await expect(produtoDialog(page).getByText('Há fotos que não foram enviadas.').first()).toBeVisible();
  await expect(tab(page, 'Fotos')).toHaveAttribute('aria-selected', 'true');
  await page.route('**/api/arquivos/fotos', async (route) =>
    route.continue({ postData: await image('#123456') }),
  );
  await failed.getByRole('button', { name: 'Tentar de novo 7.png' }).click();
  await expect(toast(page, 'Fotos enviadas com sucesso!')).toBeVisible();
  await expect(failed.getByRole('alert')).toHaveCount(0);
  const shown = await pictures(page);
  await saveProduto(page).click();
  await expect(produtoDialog(page)).toBeHidden();
  const fotos = (await fotosOf(operator.empresaId)) as string[];
  expect(fotos).toHaveLength(20);
  expect(small(fotos)).toEqual(shown);
  const response = await page.request.get(fotos[0] ?? '');
  expect(response.status()).toBe(200);
});

test('[PROD-31] [PROD-35] a file that is no image or too large is reported and not sent, and the others are', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/Erro/);
  await page.goto(`${PRODUTOS}?abrir=novo`);
  await tab(page, 'Fotos').click();
  await expect(chooser(page)).toHaveAttribute('accept', 'image/*,.heic,.heif');
  await expect(chooser(page)).toHaveAttribute('multiple', '');
  await chooser(page).setInputFiles([
    { name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
    { name: 'grande.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
    await file('boa.png', '#335577'),
  ]);
  await expect(toast(page, 'Erro ao enviar fotos')).toContainText('nota.pdf não é uma imagem.');
  await expect(toast(page, 'Erro ao enviar fotos')).toContainText('grande.png tem mais de 10 MB.');
  await expect(toast(page, 'Fotos enviadas com sucesso!')).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
});

test('[ARQ-05] [PROD-31] a HEIC photo of an iPhone is accepted although the browser knows no type for it', async ({
  page,
}) => {
  await page.goto(`${PRODUTOS}?abrir=novo`);
  await tab(page, 'Fotos').click();
  const buffer = await readFile(new URL('../apps/server/src/testing/images/photo.heic', import.meta.url));
  await chooser(page).setInputFiles([{ name: 'IMG_0042.HEIC', mimeType: '', buffer }]);
  await expect(toast(page, 'Fotos enviadas com sucesso!')).toBeVisible();
  const shown = tiles(page).locator('img');
  await expect(shown).toHaveAttribute('src', /\.webp$/);
  await expect(shown).toHaveJSProperty('naturalWidth', 64);
});

test('[PROD-33] a save waits for running uploads and keeps the order in which photos were added', async ({
  page,
  operator,
}) => {
  const { id } = await aProduto(page, await references(page));
  await open(page, id);
  // The upload that starts first finishes last.
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  await page.route(
    '**/api/arquivos/fotos',
    async (route) => {
      await promise;
      await route.fallback();
    },
    { times: 1 },
  );
  await chooser(page).setInputFiles([await file('a.png', '#335577'), await file('b.png', '#884422')]);
  await expect(tiles(page).nth(1).locator('img')).toHaveAttribute('src', /\.mini\.webp$/);
  await expect(tiles(page).first().getByRole('progressbar')).toBeVisible();
  const [, second] = await pictures(page);
  await saveProduto(page).click();
  await expect(saveProduto(page)).toBeDisabled();
  // Text typed during the wait is saved too.
  await tab(page, 'Dados do Produto').click();
  await produtoField(page, 'Nome do Produto').fill('Pastilha cerâmica');
  answer();
  await expect(produtoDialog(page)).toBeHidden();
  const fotos = (await fotosOf(operator.empresaId)) as string[];
  expect(fotos).toHaveLength(2);
  expect(small(fotos)[1]).toBe(second);
  await expect(row(page, 'Pastilha cerâmica')).toBeVisible();
});

test('a form discarded during its uploads is not saved, and closes no other form', async ({ page }) => {
  const of = await references(page);
  const { id } = await aProduto(page, of);
  await aProduto(page, of, { nome: 'Disco', sku: 'DIS-1' });
  const sent = sentTo(page, `/api/produtos/${id}`, 'PUT');
  await open(page, id);
  const answer = await hold(page, '**/api/arquivos/fotos');
  await chooser(page).setInputFiles([await file('a.png', '#335577')]);
  await saveProduto(page).click();
  await expect(saveProduto(page)).toBeDisabled();
  await produtoDialog(page).getByRole('button', { name: 'Cancelar' }).click();
  await question(page).getByRole('button', { name: 'Descartar' }).click();
  await expect(produtoDialog(page)).toBeHidden();
  await page.getByRole('button', { name: 'Editar Disco' }).click();
  await produtoField(page, 'Nome do Produto').fill('Disco ventilado');
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  answer();
  await removed;
  await saveProduto(page).click();
  await expect(row(page, 'Disco ventilado')).toBeVisible();
  expect(sent).toHaveLength(0);
});

test('dropped files are uploaded', async ({ page }) => {
  await page.goto(`${PRODUTOS}?abrir=novo`);
  await tab(page, 'Fotos').click();
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], 'solta.png', { type: 'image/png' }));
      return transfer;
    },
    Array.from(await image('#335577')),
  );
  const zone = produtoDialog(page).getByText('Ou solte as imagens aqui');
  await zone.dispatchEvent('dragover', { dataTransfer: dropped });
  await zone.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(toast(page, 'Fotos enviadas com sucesso!')).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
});

test('[PROD-32] photos are reordered by dragging, and saved in the order shown', async ({
  page,
  operator,
}) => {
  const [a, b, c] = await threeFotos(page);
  await expect(tiles(page)).toHaveText(['1', '2', '3']);
  const from = await inPlace(page, 'Mover foto 1').boundingBox();
  const to = await inPlace(page, 'Mover foto 3').boundingBox();
  if (!from || !to) throw new Error('The photos are not visible.');
  const middle = ({ x, y, width, height }: typeof from) => [x + width / 2, y + height / 2] as const;
  await page.mouse.move(...middle(from));
  await page.mouse.down();
  await page.mouse.move(...middle(to), { steps: 12 });
  await expect(produtoDialog(page).getByText('Foto na posição 3 de 3.')).toBeAttached();
  await page.mouse.up();
  await expect.poll(() => pictures(page)).toEqual(small([b, c, a]));
  await expect(tiles(page)).toHaveText(['1', '2', '3']);
  await saveProduto(page).click();
  await expect(produtoDialog(page)).toBeHidden();
  expect(await fotosOf(operator.empresaId)).toEqual([b, c, a]);
});

test('[PROD-32] photos are reordered by keyboard with Portuguese announcements, and Escape only cancels the move', async ({
  page,
}) => {
  const [a, b, c] = await threeFotos(page);
  const { keyboard } = page;
  await inPlace(page, 'Mover foto 1').focus();
  await keyboard.press('Space');
  await expect(produtoDialog(page).getByText(/Foto levantada da posição 1 de 3/)).toBeAttached();
  await keyboard.press('ArrowRight');
  await expect(produtoDialog(page).getByText('Foto na posição 2 de 3.')).toBeAttached();
  await keyboard.press('Escape');
  await expect(produtoDialog(page).getByText(/Movimento cancelado/)).toBeAttached();
  await expect(produtoDialog(page)).toBeVisible();
  await expect.poll(() => pictures(page)).toEqual(small([a, b, c]));
  await inPlace(page, 'Mover foto 1').focus();
  await keyboard.press('Space');
  await keyboard.press('ArrowRight');
  await expect(produtoDialog(page).getByText('Foto na posição 2 de 3.')).toBeAttached();
  await keyboard.press('Space');
  await expect.poll(() => pictures(page)).toEqual(small([b, a, c]));
  await expect(inPlace(page, 'Mover foto 2')).toBeFocused();
  await expect(page.getByText(/draggable|droppable/)).toHaveCount(0);
  // The arrow buttons move a photo without dragging.
  await inPlace(page, 'Mover foto 3 para antes').click();
  await expect.poll(() => pictures(page)).toEqual(small([b, c, a]));
  await expect(inPlace(page, 'Mover foto 2 para antes')).toBeFocused();
  await expect(produtoDialog(page).getByText('Foto movida para a posição 2 de 3.')).toBeAttached();
});

test('[PROD-34] [PROD-35] [ARQ-04] removing a photo immediately deletes it from produto and storage, and the form stays usable', async ({
  page,
  operator,
  expectErrors,
}) => {
  const [a, b, c] = await threeFotos(page);
  await inPlace(page, 'Remover foto 2').click();
  await expect(toast(page, 'Foto removida com sucesso!')).toBeVisible();
  await expect(tiles(page)).toHaveCount(2);
  expect(await fotosOf(operator.empresaId)).toEqual([a, c]);
  await expect.poll(async () => (await page.request.get(b ?? '')).status()).toBe(404);

  expectErrors(/500|Erro/);
  await page.route('**/api/arquivos/fotos/*', (route) => route.fulfill({ status: 500, json: {} }));
  await inPlace(page, 'Remover foto 1').click();
  await expect(toast(page, 'Erro ao remover foto')).toBeVisible();
  await expect(tiles(page)).toHaveCount(2);
  // The removal created another version of the produto, and the next save is based on it.
  await tab(page, 'Dados do Produto').click();
  await produtoField(page, 'Nome do Produto').fill('Outro nome');
  await saveProduto(page).click();
  await expect(toast(page, 'Produto atualizado com sucesso!')).toBeVisible();
  expect(await fotosOf(operator.empresaId)).toEqual([a, c]);
});
