import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { anInvoice } from '../apps/sandbox/src/mercado-livre/invoices/test-invoice.ts';
import { expect, sentTo, sql, test } from './fixtures.ts';
import { aba, detalhe, PEDIDOS, someSales } from './pedidos-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
const SALE = { logistica: 'drop_off', comprador: 71, quantidade: 1 };
const COMPANY = { recursos: ['exige_nota'] };
/** The route that sends a note. */
const SEND = /\/envios\/[^/]+\/nota$/;

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

interface Note {
  total?: string;
  /** The free text of the note. */
  info?: string;
}

/** The XML of an authorised note of the simulated company to the simulated buyer. */
function aNote(name: string, { total = '19.90', info = '' }: Note = {}) {
  const text = anInvoice(randomInt(10_000_000, 99_999_999), { total });
  const xml = text.replace('</infNFe>', `<infAdic><infCpl>${info}</infCpl></infAdic></infNFe>`);
  return { name, mimeType: 'text/xml', buffer: Buffer.from(xml) };
}
type File = ReturnType<typeof aNote>;

/** Drops files on an element, as a person drags them from a folder. */
async function drop(page: Page, target: Locator, files: readonly File[]): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer();
      for (const { name, text } of all) transfer.items.add(new File([text], name, { type: 'text/xml' }));
      return transfer;
    },
    files.map(({ name, buffer }) => ({ name, text: buffer.toString() })),
  );
  for (const type of ['dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer });
}

const nota = (page: Page) => page.getByRole('region', { name: 'Nota fiscal' });
const chooser = (page: Page) => nota(page).locator('input[type=file]');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enviar notas' });
const linha = (page: Page, name: string) => dialog(page).getByRole('listitem', { name });

async function openFirst(page: Page): Promise<void> {
  await page.goto(`${PEDIDOS}?aba=nota`);
  await page
    .getByRole('button', { name: /^Filtro de óleo/ })
    .first()
    .click();
  await expect(nota(page)).toBeVisible();
}

test('a pedido without its note waits in Início, says every fault, and goes on after the right note', async ({
  page,
  operator,
}) => {
  test.setTimeout(120_000);
  await someSales(page, operator, { ...COMPANY, vendas: [{ ...SALE, precoCentavos: 1990 }] });
  await page.goto('/');
  const waiting = page.getByRole('listitem').filter({ hasText: 'Pedido espera a nota fiscal' });
  await expect(waiting).toContainText('prazo de despacho');
  await waiting.getByRole('link', { name: 'Enviar notas' }).click();
  await expect(page).toHaveURL(/aba=nota/);
  await openFirst(page);
  const sent = sentTo(page, SEND);

  await chooser(page).setInputFiles({
    name: 'nota.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF'),
  });
  await expect(nota(page).getByRole('alert')).toContainText('O arquivo não é um XML válido.');
  await expect(nota(page).getByRole('button', { name: 'Enviar mesmo assim' })).toHaveCount(0);
  const large = { name: 'grande.xml', mimeType: 'text/xml', buffer: Buffer.alloc(2 * 1024 * 1024 + 1, 'a') };
  await chooser(page).setInputFiles(large);
  await expect(nota(page).getByRole('alert')).toContainText('O arquivo tem mais de 2 MB.');
  expect(sent).toHaveLength(1);

  await chooser(page).setInputFiles(aNote('errada.xml', { total: '19.91' }));
  await expect(nota(page).getByRole('alert')).toContainText(
    'O total da nota é diferente do valor do pedido.',
  );
  await expectSound(page, 'main');
  await nota(page).getByRole('button', { name: 'Enviar mesmo assim' }).click();
  await expect(nota(page)).toContainText(/Nota \d+ recusada às/);
  await page.reload();
  await expect(nota(page)).toContainText(/Nota \d+ recusada às/);
  await expect(nota(page)).toContainText('O total da nota é diferente do valor do pedido.');
  await expect(page.getByRole('row').filter({ hasText: 'Filtro de óleo' })).toContainText('Nota recusada');
  await expectSound(page, 'main');

  await drop(page, nota(page).getByText('Ou solte o arquivo aqui'), [aNote('certa.xml')]);
  await expect(nota(page)).toContainText(/Nota \d+ aceita às/);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('a note that got no answer stays, and is sent once when the person tries again', async ({
  page,
  operator,
  expectErrors,
}) => {
  test.setTimeout(120_000);
  expectErrors(/ERR_FAILED/);
  await someSales(page, operator, { ...COMPANY, vendas: [{ ...SALE, precoCentavos: 1990 }] });
  await openFirst(page);
  await page.route(SEND, (route) => route.abort());
  await chooser(page).setInputFiles(aNote('nota.xml'));
  await expect(nota(page).getByRole('alert')).toContainText('O arquivo nota.xml continua aqui.');
  await page.unroute(SEND);
  await nota(page).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(nota(page)).toContainText(/Nota \d+ aceita às/);
  expect(await sql('select situacao from notas where empresa_id = $1', [operator.empresaId])).toEqual([
    { situacao: 'aceita' },
  ]);
});

test('many notes go to the pedidos that they name, and the others wait for a person', async ({
  page,
  operator,
}) => {
  test.setTimeout(150_000);
  const prices = [1990, 1990, 2500];
  const [first, second] = await someSales(page, operator, {
    ...COMPANY,
    vendas: prices.map((precoCentavos) => ({ ...SALE, precoCentavos })),
  });
  await page.goto(`${PEDIDOS}?aba=nota`);
  await expect(page.getByRole('button', { name: /^Filtro de óleo/ })).toHaveCount(3);
  await drop(page, page.getByRole('table'), [
    aNote('citada.xml', { info: `Pedido Mercado Livre ${first}` }),
    aNote('pelo-valor.xml'),
    aNote('errada.xml', { total: '77.00' }),
    { name: 'foto.xml', mimeType: 'text/xml', buffer: Buffer.from('nada') },
  ]);
  await expect(linha(page, 'citada.xml')).toContainText(`Pedido ${first}`);
  await expect(linha(page, 'foto.xml')).toContainText('O arquivo não é um XML válido.');
  await expect(linha(page, 'pelo-valor.xml')).toContainText(
    'O valor confere. Confira se é este o pedido da nota.',
  );
  await expect(linha(page, 'pelo-valor.xml').getByRole('combobox')).toContainText(second ?? '');
  await expect(linha(page, 'errada.xml')).toContainText('Escolha o pedido.');
  await expect(dialog(page).getByRole('button', { name: 'Enviar 1 nota' })).toBeVisible();
  await expectSound(page, '[role=dialog]');
  await page.setViewportSize(NARROW);
  await expectNotWider(page);
  await expectSound(page, '[role=dialog]');
  await page.setViewportSize(WIDE);

  await linha(page, 'pelo-valor.xml').getByRole('button', { name: 'É este pedido' }).click();
  await linha(page, 'errada.xml').getByRole('combobox').selectOption({ index: 1 });
  await dialog(page).getByRole('button', { name: 'Enviar 3 notas' }).click();
  await expect(dialog(page).getByRole('status')).toHaveText('2 enviadas, 2 com problema.');
  await expect(linha(page, 'citada.xml')).toContainText('Aceita');
  await expect(linha(page, 'errada.xml')).toContainText('O total da nota é diferente do valor do pedido.');
  await expect(linha(page, 'errada.xml').getByRole('button', { name: 'Enviar mesmo assim' })).toBeVisible();
  await expectSound(page, '[role=dialog]');

  // Closing says what was not sent.
  await dialog(page).getByRole('button', { name: 'Fechar' }).first().click();
  await expect(page.getByRole('alertdialog')).toContainText('2 arquivos não foram enviados.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog(page)).toHaveCount(0);
  expect(
    await sql(`select from notas where empresa_id = $1 and situacao = 'aceita'`, [operator.empresaId]),
  ).toHaveLength(2);
});

test('the keyboard alone sends a note, on a phone and in the dialog of many', async ({ page, operator }) => {
  test.setTimeout(120_000);
  const [number] = await someSales(page, operator, {
    ...COMPANY,
    vendas: [{ ...SALE, precoCentavos: 1990 }],
  });
  await page.setViewportSize(NARROW);
  await openFirst(page);
  await expectSound(page);
  await expectNotWider(page);
  await page.getByRole('button', { name: 'Fechar o pedido' }).click();
  await expect(aba(page, 'Aguardando nota')).toContainText('1');
  await page.setViewportSize(WIDE);
  await page.getByRole('button', { name: 'Enviar notas' }).focus();
  await page.keyboard.press('Enter');
  const choose = dialog(page).getByRole('button', { name: 'Escolher os XML das notas' });
  await expect(choose).toBeVisible();
  await expectSound(page, '[role=dialog]');
  const choosing = page.waitForEvent('filechooser');
  await choose.focus();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles([aNote('nota.xml', { info: `Pedido ${number}` })]);
  const send = dialog(page).getByRole('button', { name: 'Enviar 1 nota' });
  await expect(send).toBeVisible();
  await send.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('status')).toHaveText('1 enviada.');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Filtro de óleo/ }).click();
  await expect(detalhe(page).getByRole('region', { name: 'Nota fiscal' })).toContainText(
    /Nota \d+ aceita às/,
  );
});
