import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ANUNCIOS, aShop, button, chooseModo, line } from './anuncios-page.ts';
import {
  anOperator,
  apiHeaders,
  expect,
  hold,
  type Operator,
  sentTo,
  signInAs,
  test,
  withoutStream,
} from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { tabToUndo } from './register-page.ts';
import { expectSound } from './sound.ts';

const NARROW = { width: 390, height: 844 };
const WIDE = { width: 1440, height: 900 };
const COTAS = { modo: 'cotas', retidas: 1 } as const;
const TITLE = 'Como os anúncios mostram o estoque';

const modoDialog = (page: Page) => page.getByRole('dialog', { name: TITLE });
const modoButton = (page: Page) => button(page, /^Modo de Filtro de óleo/);
const cotaOf = (page: Page, id: string) => page.getByRole('textbox', { name: `Cota de ${id}` });
/** The cell Esperado in the line of an anuncio. */
const esperado = (page: Page, id: string) => line(page, id).getByRole('cell').nth(2);

/** A produto of which 5 are here, with two anuncios that show all of them. */
const twoAnuncios = (ids: { filtro: string }) => [
  { id: 'MLB7000000001', produto_id: ids.filtro },
  { id: 'MLB7000000002', produto_id: ids.filtro },
];

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('the mode of a produto', () => {
  test('is chosen by keyboard, changes what the anuncios have to show, and is undone', async ({
    page,
    operator,
  }) => {
    await aShop(page, operator, twoAnuncios);
    await page.goto(ANUNCIOS);
    await expect(modoButton(page)).toContainText('Compartilhado');
    await expect(line(page, 'MLB7000000001')).toContainText('tudo');
    await expect(esperado(page, 'MLB7000000001')).toHaveText('5');
    await tabTo(page, modoButton(page));
    await page.keyboard.press('Enter');
    const dialog = modoDialog(page);
    await expect(dialog.getByRole('radio', { name: /^Compartilhado/ })).toBeFocused();
    await expect(dialog).toContainText('No modo Compartilhado ninguém pode prometer zero venda a mais');
    await expect(dialog).toContainText('Por enquanto o Prumo só simula: nada muda no marketplace.');
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('textbox', { name: 'Folga' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('textbox', { name: 'Colchão' })).toHaveValue('1');
    await expect(dialog).toContainText('soma publicada 10 de 4');
    await expectSound(page, '[role=dialog]');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(modoButton(page)).toBeFocused();
    await expect(modoButton(page)).toContainText('Cotas · colchão 1');
    await expect(line(page, 'Filtro de óleo')).toContainText('soma 10 de 4');
    await expect(esperado(page, 'MLB7000000001')).toHaveText('2');
    await expect(line(page, 'MLB7000000001')).toContainText('Oferece 3 a mais');
    await tabToUndo(page);
    await page.keyboard.press('Enter');
    await expect(modoButton(page)).toContainText('Compartilhado');
    await expect(esperado(page, 'MLB7000000001')).toHaveText('5');
  });

  test('holds back at least one unit, and an unreadable number is refused with a sentence', async ({
    page,
    operator,
  }) => {
    await aShop(page, operator, twoAnuncios);
    await page.goto(ANUNCIOS);
    const sent = sentTo(page, /\/publicacao$/, 'PUT');
    await modoButton(page).click();
    const dialog = modoDialog(page);
    await dialog.getByRole('radio', { name: /^Com segurança/ }).check();
    const folga = dialog.getByRole('textbox', { name: 'Folga' });
    for (const [text, sentence] of [
      ['0', 'Guarde pelo menos uma unidade.'],
      ['1,5', 'Informe um número inteiro.'],
      ['100.000', 'Um anúncio mostra no máximo 99.999 unidades.'],
    ] as const) {
      await folga.fill(text);
      await folga.press('Enter');
      await expect(dialog).toContainText(sentence);
      await expect(folga).toHaveValue(text);
    }
    expect(sent).toHaveLength(0);
    await page.setViewportSize(NARROW);
    await expectSound(page, '[role=dialog]');
    await page.setViewportSize(WIDE);
    await folga.fill('2');
    await folga.press('Enter');
    await expect(modoButton(page)).toContainText('Com segurança · folga 2');
    await expect(esperado(page, 'MLB7000000002')).toHaveText('3');
    await expect(line(page, 'MLB7000000002')).toContainText('tudo menos a folga');
  });

  test('that another person changed meanwhile is not overwritten, and what was typed stays', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/409/);
    const { filtro } = await aShop(page, operator, twoAnuncios);
    await withoutStream(page);
    await page.goto(ANUNCIOS);
    await modoButton(page).click();
    const dialog = modoDialog(page);
    await dialog.getByRole('radio', { name: /^Cotas/ }).check();
    const colchao = dialog.getByRole('textbox', { name: 'Colchão' });
    await colchao.fill('3');
    await chooseModo(page, filtro, { modo: 'com_seguranca', retidas: 2 });
    await colchao.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Agora vale: Com segurança · folga 2.');
    await expect(dialog.getByRole('radio', { name: /^Cotas/ })).toBeChecked();
    await expect(colchao).toHaveValue('3');
    await expectSound(page, '[role=dialog]');
    await colchao.press('Enter');
    await expect(modoButton(page)).toContainText('Cotas · colchão 3');
  });

  test('is a text for a person who may not change it, who still sees the simulation', async ({
    page,
    operator,
  }) => {
    const { filtro } = await aShop(page, operator, twoAnuncios);
    await chooseModo(page, filtro, COTAS);
    await signInAs(page, await anOperator({ name: 'Rui', empresaId: operator.empresaId, papel: 'vendas' }));
    await page.goto(ANUNCIOS);
    await expect(line(page, 'Filtro de óleo')).toContainText('Cotas · colchão 1');
    await expect(line(page, 'MLB7000000001')).toContainText('dividido');
    await expect(modoButton(page)).toHaveCount(0);
    await expect(cotaOf(page, 'MLB7000000001')).toHaveCount(0);
    await expectSound(page, 'main');
    await page.setViewportSize(NARROW);
    await expectSound(page, 'main');
    await button(page, /^Ver as 2 mudanças/).click();
    await expect(page.getByRole('dialog', { name: 'Eu enviaria estas 2 mudanças' })).toBeVisible();
  });
});

test.describe('the cota of an anuncio', () => {
  test('is saved with Enter or by leaving it, reverted with Escape, and refused above 99.999', async ({
    page,
    operator,
  }) => {
    const { filtro } = await aShop(page, operator, twoAnuncios);
    await chooseModo(page, filtro, COTAS);
    await page.goto(ANUNCIOS);
    const sent = sentTo(page, /\/cota$/, 'PUT');
    const first = cotaOf(page, 'MLB7000000001');
    const second = cotaOf(page, 'MLB7000000002');
    await expect(first).toHaveValue('');
    await expect(first).toHaveAttribute('placeholder', '2');
    await first.fill('3');
    await first.press('Enter');
    await expect(page.getByText('Cota do anúncio salva')).toBeVisible();
    await expect(first).toBeFocused();
    await expect(esperado(page, 'MLB7000000001')).toHaveText('3');
    await expect(esperado(page, 'MLB7000000002')).toHaveText('1');
    await first.fill('9');
    await first.press('Escape');
    await expect(first).toHaveValue('3');
    await first.fill('100000');
    await first.press('Enter');
    await expect(line(page, 'MLB7000000001').getByRole('alert')).toHaveText(
      'Um anúncio mostra no máximo 99.999 unidades.',
    );
    await page.keyboard.press('Tab');
    await expect(first).toHaveValue('100000');
    await expectSound(page, 'main');
    await page.setViewportSize(NARROW);
    await first.fill('100000');
    await first.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Um anúncio mostra no máximo 99.999 unidades.');
    await expectSound(page, 'main');
    expect(sent).toHaveLength(1);
    await first.press('Escape');
    await page.setViewportSize(WIDE);
    await second.fill('0');
    await first.focus();
    await expect(esperado(page, 'MLB7000000002')).toHaveText('0');
    await first.fill('');
    await first.press('Enter');
    await expect(esperado(page, 'MLB7000000001')).toHaveText('4');
    await button(page, 'Desfazer').first().click();
    await expect(first).toHaveValue('3');
  });

  test('that another person changed meanwhile is not overwritten, and what was typed stays', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/409/);
    const { contaId, filtro } = await aShop(page, operator, twoAnuncios);
    await chooseModo(page, filtro, COTAS);
    await withoutStream(page);
    await page.goto(ANUNCIOS);
    const cota = cotaOf(page, 'MLB7000000001');
    await cota.fill('3');
    const other = await page.request.put(`/api/anuncios/${contaId}/MLB7000000001/cota`, {
      data: { variacao_id: '', cota: 1, antes: null },
      headers: apiHeaders,
    });
    expect(other.status(), await other.text()).toBe(200);
    await cota.press('Enter');
    await expect(line(page, 'MLB7000000001').getByRole('alert')).toBeVisible();
    await expect(cota).toHaveValue('3');
    await cota.press('Escape');
    await expect(cota).toHaveValue('1');
    await cota.fill('3');
    await cota.press('Enter');
    await expect(page.getByText('Cota do anúncio salva')).toBeVisible();
    await expect(cota).toHaveValue('3');
  });
});

test.describe('the simulation of a conta', () => {
  /** Two anuncios would reach zero, one of them from 80, one would show less and one more. */
  async function fourChanges(page: Page, operator: Operator) {
    const shop = await aShop(page, operator, ({ filtro, vela }) => [
      { id: 'MLB7100000001', produto_id: filtro, quantidade: 2 },
      { id: 'MLB7100000002', produto_id: filtro, quantidade: 9 },
      { id: 'MLB7100000003', produto_id: vela, quantidade: 3 },
      { id: 'MLB7100000004', produto_id: vela, quantidade: 80 },
    ]);
    await chooseModo(page, shop.vela, { modo: 'com_seguranca', retidas: 9 });
    return shop;
  }

  const open = (page: Page) => button(page, /^Ver as 4 mudanças/);
  const simulacao = (page: Page) => page.getByRole('dialog', { name: 'Eu enviaria estas 4 mudanças' });
  const changes = (page: Page) => simulacao(page).getByRole('rowheader');
  const kind = (page: Page, name: RegExp) => simulacao(page).getByRole('radio', { name });

  test('lists the riskiest changes first, filters them, and survives a reload', async ({
    page,
    operator,
  }) => {
    await fourChanges(page, operator);
    await page.goto(ANUNCIOS);
    await expect(page.getByRole('list', { name: 'Contas' })).toContainText('Só simulação');
    await tabTo(page, open(page));
    await page.keyboard.press('Enter');
    await expect(kind(page, /^Todas/)).toBeFocused();
    await expect(changes(page)).toContainText([/0004/, /0003/, /0002/, /0001/]);
    await expect(simulacao(page)).toContainText('Conta @AUTOPECASDOZE');
    await expect(simulacao(page)).toContainText('nada foi enviado');
    await expect(simulacao(page).getByRole('alert')).toHaveText(
      '2 anúncios chegam a zero e o marketplace os pausa. 1 muda mais de 50 unidades de uma vez: confira antes.',
    );
    await expect(simulacao(page).getByRole('row').nth(1)).toContainText(
      'Com segurança: 9 disponíveis, folga 9',
    );
    await expect(simulacao(page).getByRole('row').nth(3)).toContainText('Disponível 5: saldo 5, reservado 0');
    await expectSound(page, '[role=dialog]');
    await page.keyboard.press('ArrowRight');
    await expect(changes(page)).toContainText([/0004/, /0003/]);
    await page.keyboard.press('ArrowRight');
    await expect(changes(page)).toContainText([/0002/]);
    await page.reload();
    await expect(kind(page, /^Diminuem/)).toBeChecked();
    await expect(changes(page)).toHaveCount(1);
    await page.setViewportSize(NARROW);
    await expect(simulacao(page).getByRole('list', { name: 'Mudanças' }).getByRole('listitem')).toContainText(
      [/MLB7100000002/],
    );
    await expectSound(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(simulacao(page)).toHaveCount(0);
    await page.setViewportSize(WIDE);
    await open(page).focus();
    await page.keyboard.press('Enter');
    await expect(kind(page, /^Todas/)).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(open(page)).toBeFocused();
  });

  test('is downloaded whole, whatever the filter', async ({ page, operator }) => {
    const { contaId } = await fourChanges(page, operator);
    await page.goto(`${ANUNCIOS}?dialogo=simulacao.${contaId}.aumenta`);
    await expect(changes(page)).toHaveCount(1);
    const downloading = page.waitForEvent('download');
    await simulacao(page).getByRole('button', { name: 'Baixar' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^simulacao-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    for (const id of ['MLB7100000001', 'MLB7100000002', 'MLB7100000003', 'MLB7100000004'])
      expect(text).toContain(id);
  });

  test('follows a change of a mode while it is open', async ({ page, operator }) => {
    const { contaId, vela } = await fourChanges(page, operator);
    await page.goto(`${ANUNCIOS}?dialogo=simulacao.${contaId}`);
    await expect(changes(page)).toHaveCount(4);
    const before = { modo: 'com_seguranca', retidas: 9 } as const;
    await chooseModo(page, vela, { modo: 'com_seguranca', retidas: 6 }, before);
    await expect(page.getByRole('dialog', { name: 'Eu enviaria estas 3 mudanças' })).toBeVisible();
  });

  test('says when there is nothing to send, when it loads, and when it fails', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/A leitura falhou|status of 422/);
    const { contaId } = await aShop(page, operator, twoAnuncios);
    await withoutStream(page);
    const release = await hold(page, '**/api/contas/*/simulacao*');
    await page.goto(`${ANUNCIOS}?dialogo=simulacao.${contaId}`);
    const dialog = page.getByRole('dialog', { name: 'Eu não enviaria nada' });
    await expect(dialog.getByRole('table', { name: 'Mudanças' })).toHaveAttribute('aria-busy', 'true');
    await expectSound(page, '[role=dialog]');
    release();
    await expect(dialog).toContainText('Nada a enviar agora.');
    await expectSound(page, '[role=dialog]');
    await page.route('**/api/contas/*/simulacao*', (route) => route.fulfill({ status: 422, json: {} }));
    await page.reload();
    await expect(dialog.getByRole('alert')).toContainText('Tente de novo');
    await page.unroute('**/api/contas/*/simulacao*');
    await dialog.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(dialog).toContainText('Nada a enviar agora.');
  });
});
