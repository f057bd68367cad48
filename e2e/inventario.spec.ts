import type { Page } from '@playwright/test';
import { expect, hold, sentTo, sql, test, withoutStream } from './fixtures.ts';
import { aDeposito, aProduto, references, saldo, takeTwo } from './produtos-page.ts';
import { button, dialog, field, row, toast } from './register-page.ts';
import { expectNotWider, expectSound } from './sound.ts';

const PAGE = '/catalogo/inventario';
const HEADERS = ['Produto', 'Depósito', 'Quantidade', 'Mínimo', 'Status', 'Última Movimentação'];
const EMPTY = 'Nenhum item no inventário';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const card = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

/** Creates two produtos. Filtro has stock in two depositos, Vela in one. */
async function someStock(page: Page) {
  const loja = await aDeposito(page, 'Loja');
  const galpao = await aDeposito(page, 'Galpão');
  const of = await references(page);
  const filtro = await aProduto(page, of, {
    nome: 'Filtro de óleo',
    sku: 'FIL-1',
    depositos: [saldo(loja.id, '12'), saldo(galpao.id, '40.5')],
  });
  const vela = await aProduto(page, of, { nome: 'Vela', sku: 'VEL-1', depositos: [saldo(loja.id, '0')] });
  return { loja, galpao, filtro, vela };
}

const item = (page: Page, produto: string, deposito: string) =>
  row(page, produto).filter({ has: page.getByRole('cell', { name: deposito, exact: true }) });

async function act(page: Page, produto: string, deposito: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Ações de ${produto} em ${deposito}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.describe('the screen', () => {
  test('[INVE-01] [INVE-02] [INVE-03] shows no filters for an account without stock', async ({ page }) => {
    await page.goto(PAGE);
    await expect(page.getByText(EMPTY)).toBeVisible();
    for (const label of ['Total em Estoque', 'Estoque Baixo', 'Sem Estoque'])
      await expect(card(page, label)).toHaveText('0');
    await expect(page.getByPlaceholder('Buscar produtos no inventário...')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(HEADERS);
    await expect(page.getByLabel('Status')).toHaveCount(0);
    await expectSound(page);
  });

  test('[INVE-04] [INVE-05] lists the stock per produto and deposito, and sums it up', async ({ page }) => {
    const { filtro } = await someStock(page);
    await page.goto(PAGE);
    await expect(page.getByRole('columnheader')).toHaveText([...HEADERS, 'Ações']);
    const cells = item(page, 'Filtro de óleo', 'Galpão').getByRole('cell');
    await expect(cells.nth(2)).toHaveText('40,5');
    await expect(cells.nth(3)).toHaveText('10');
    await expect(cells.nth(4)).toHaveText('Normal');
    await expect(cells.nth(5)).toHaveText(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d$/);
    await expect(item(page, 'Vela', 'Loja').getByRole('cell').nth(4)).toHaveText('Sem estoque');
    await expect(page.getByText(EMPTY)).toHaveCount(0);
    await expect(card(page, 'Total em Estoque')).toHaveText('52,5');
    await expect(card(page, 'Estoque Baixo')).toHaveText('0');
    await expect(card(page, 'Sem Estoque')).toHaveText('1');
    await expectSound(page, 'main');
    await page.getByRole('link', { name: 'Vela' }).click();
    await expect(page.getByRole('dialog', { name: 'Editar Produto' })).toBeVisible();
    await page.goto(`/catalogo/produtos?abrir=${filtro.id}`);
    await expect(page.getByRole('dialog', { name: 'Editar Produto' })).toBeVisible();
  });

  test('[INVE-06] is filtered by text, status and deposito, and sorted by quantity', async ({ page }) => {
    await someStock(page);
    await page.goto(PAGE);
    await expect(page.getByRole('row')).toHaveCount(4);
    await page.getByPlaceholder('Buscar produtos no inventário...').fill('vela');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, 'Vela')).toBeVisible();
    await page.getByPlaceholder('Buscar produtos no inventário...').fill('nada disso');
    await expect(page.getByText('Nenhum resultado para “nada disso”')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar busca' }).first().click();
    await expect(page.getByRole('row')).toHaveCount(4);
    await page.getByLabel('Status').selectOption('Sem estoque');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, 'Vela')).toBeVisible();
    await page.getByLabel('Status').selectOption('Baixo');
    await expect(page.getByText('Nenhum item com estes filtros')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.getByLabel('Depósito', { exact: true }).fill('galp');
    await page.getByRole('option', { name: 'Galpão' }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, 'Filtro de óleo')).toContainText('40,5');
    await page.reload();
    await expect(page.getByLabel('Depósito', { exact: true })).toHaveValue('Galpão');
    await page.goto(`${PAGE}?ordem=quantidade`);
    await expect(page.getByRole('row').nth(1)).toContainText('Vela');
    await page.getByRole('columnheader', { name: 'Quantidade' }).getByRole('button').click();
    await expect(page.getByRole('row').nth(1)).toContainText('40,5');
  });

  test('shows the quantities at the end of a chosen day', async ({ page }) => {
    const { filtro, loja } = await someStock(page);
    // Backdates the twelve units of the shop to the day before yesterday.
    await sql(
      `update movimentos_estoque set created_at = created_at - interval '2 days' where produto_id = $1 and deposito_id = $2`,
      [filtro.id, loja.id],
    );
    const yesterday = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(
      Date.now() - 86_400_000,
    );
    await page.goto(PAGE);
    const shown = yesterday.split('-').reverse().join('/');
    await page.getByRole('textbox', { name: 'Saldo em' }).fill(shown);
    await expect(page.getByRole('columnheader', { name: `Quantidade em ${shown}` })).toBeVisible();
    await expect(item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(2)).toHaveText('12');
    await expect(item(page, 'Filtro de óleo', 'Galpão').getByRole('cell').nth(2)).toHaveText('0');
    await expect(page.getByLabel('Status')).toBeDisabled();
    await act(page, 'Filtro de óleo', 'Loja', 'Movimentações');
    await expect(dialog(page)).toContainText('Saldo agora52,5');
    await dialog(page).getByRole('textbox', { name: 'Saldo em' }).fill(shown);
    await expect(dialog(page)).toContainText(`Saldo no fim de ${shown}12`);
  });
});

test.describe('the minimum', () => {
  test('[INVE-05] is edited in place, decides what is low, and can be undone', async ({ page }) => {
    await someStock(page);
    await page.goto(PAGE);
    const cells = item(page, 'Filtro de óleo', 'Loja').getByRole('cell');
    const start = () => cells.nth(3).getByRole('button').click();
    const input = page.getByRole('textbox', { name: 'Mínimo de Filtro de óleo em Loja' });
    await start();
    await expect(input).toBeFocused();
    await page.keyboard.type('99');
    await page.keyboard.press('Escape');
    await expect(cells.nth(3)).toHaveText('10');
    await expect(cells.nth(3).getByRole('button')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(input).toBeFocused();
    await page.keyboard.type('12,5');
    await page.keyboard.press('Enter');
    await expect(cells.nth(3)).toHaveText('12,5');
    await expect(cells.nth(4)).toHaveText('Baixo');
    await expect(cells.nth(3).getByRole('button')).toBeFocused();
    await expect(card(page, 'Estoque Baixo')).toHaveText('1');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(cells.nth(3)).toHaveText('10');
    await expect(cells.nth(4)).toHaveText('Normal');
    await expect(card(page, 'Estoque Baixo')).toHaveText('0');
  });

  test('keeps an unreadable quantity with an error, and says how it reads an ambiguous one', async ({
    page,
  }) => {
    await someStock(page);
    await page.goto(PAGE);
    const cell = item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(3);
    const input = page.getByRole('textbox', { name: 'Mínimo de Filtro de óleo em Loja' });
    await cell.getByRole('button').click();
    await expect(input).toBeFocused();
    const sent = sentTo(page, /\/minimo$/, 'PUT');
    for (const [typed, sentence] of [
      ['1.234.5', /^Confira os pontos/],
      ['-5', /^Informe uma quantidade de 0 ou mais/],
      ['0,019', /^Use até duas casas decimais/],
    ] as const) {
      await input.fill(typed);
      await page.keyboard.press('Enter');
      await expect(input).toBeFocused();
      await expect(input).toHaveValue(typed);
      await expect(input).toHaveAccessibleDescription(sentence);
    }
    await expectSound(page, 'main');
    await page.getByPlaceholder('Buscar produtos no inventário...').click();
    await expect(input).toHaveValue('0,019');
    expect(sent).toHaveLength(0);
    await input.fill('');
    await input.pressSequentially('1.000');
    await expect(input).toHaveAccessibleDescription(/^Lido como 1\.000,00 \(mil\)/);
    await page.keyboard.press('Enter');
    await expect(cell).toHaveText('1.000');
  });

  test('returns the focus to the button after a save, however late the page renders', async ({ page }) => {
    await someStock(page);
    await page.goto(PAGE);
    const cell = item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(3);
    await cell.getByRole('button').click();
    await expect(cell.getByRole('textbox')).toBeFocused();
    // Simulates a machine that is so slow that the next frame comes before React has rendered.
    await page.evaluate(() => {
      let frames = 100;
      const usual = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (act) => {
        if (frames-- <= 0) return usual(act);
        act(performance.now());
        return 0;
      };
    });
    await page.keyboard.type('12,5');
    await page.keyboard.press('Enter');
    await expect(cell).toHaveText('12,5');
    await expect(cell.getByRole('button')).toBeFocused();
  });

  test('keeps the focus where the person has moved it', async ({ page }) => {
    await someStock(page);
    await page.goto(PAGE);
    const start = (produto: string) =>
      item(page, produto, 'Loja')
        .getByRole('button', { name: /^Mínimo de/ })
        .click();
    const input = (produto: string) => page.getByRole('textbox', { name: `Mínimo de ${produto} em Loja` });
    await start('Filtro de óleo');
    await expect(input('Filtro de óleo')).toBeFocused();
    const answer = await hold(page, '**/api/inventario/*/minimo');
    await page.keyboard.type('12,5');
    await start('Vela');
    await expect(input('Vela')).toBeFocused();
    await page.keyboard.type('1');
    answer();
    await expect(input('Filtro de óleo')).toHaveCount(0);
    await page.keyboard.type('5');
    await expect(input('Vela')).toHaveValue('15');
    await page.getByPlaceholder('Buscar produtos no inventário...').click();
    await expect(item(page, 'Vela', 'Loja').getByRole('cell').nth(3)).toHaveText('15');
    await expect(page.getByPlaceholder('Buscar produtos no inventário...')).toBeFocused();
  });
});

test.describe('a movimento', () => {
  test('moves stock between depositos, shows it before and after, appears in the ledger, and is undone', async ({
    page,
  }) => {
    await someStock(page);
    await page.goto(PAGE);
    await act(page, 'Filtro de óleo', 'Loja', 'Transferência');
    await expect(field(page, 'Quantidade')).toBeFocused();
    await page.keyboard.type('4,5');
    await field(page, 'Depósito de destino').fill('galp');
    await page.getByRole('option', { name: 'Galpão' }).click();
    await expect(dialog(page)).toContainText('Saldo em Loja12passa a7,5');
    await expect(dialog(page)).toContainText('Saldo em Galpão40,5passa a45');
    await field(page, 'Motivo (opcional)').fill('Reposição');
    await button(page, 'Registrar').click();
    await expect(toast(page, 'Transferência registrada')).toBeVisible();
    await expect(item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(2)).toHaveText('7,5');
    await expect(item(page, 'Filtro de óleo', 'Galpão').getByRole('cell').nth(2)).toHaveText('45');
    await expect(card(page, 'Total em Estoque')).toHaveText('52,5');
    await expect(card(page, 'Estoque Baixo')).toHaveText('1');

    await act(page, 'Filtro de óleo', 'Loja', 'Movimentações');
    const lines = dialog(page).getByRole('list', { name: 'Movimentações' }).getByRole('listitem');
    await expect(lines).toHaveCount(4);
    await expect(lines.filter({ hasText: 'Transferência · Loja' })).toContainText(
      /Reposição.*Ana Souza.*−4,5saldo 7,5/,
    );
    await expect(lines.filter({ hasText: 'Transferência · Galpão' })).toContainText('+4,5saldo 45');
    await button(page, 'Desfazer').click();
    await expect(lines).toHaveCount(6);
    await expect(lines.first()).toContainText('Transferência desfeita');
    await page.keyboard.press('Escape');
    await expect(item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(2)).toHaveText('12');
    await expect(item(page, 'Filtro de óleo', 'Galpão').getByRole('cell').nth(2)).toHaveText('40,5');
  });

  test('leaves the moved row where the person sees it, until another order is asked for', async ({
    page,
  }) => {
    await someStock(page);
    await page.goto(PAGE);
    await expect(page.getByRole('row')).toHaveCount(4);
    const names = () => page.getByRole('row').locator('td:first-child a').allTextContents();
    const before = await names();
    const last = page.getByRole('row').last();
    await last.getByRole('button', { name: /^Ações de/ }).click();
    await page.getByRole('menuitem', { name: 'Entrada' }).click();
    await field(page, 'Quantidade').fill('3');
    await button(page, 'Registrar').click();
    const list = page.waitForResponse(/\/api\/inventario\?/);
    await expect(toast(page, 'Entrada registrada')).toBeVisible();
    await list;
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    expect(await names()).toEqual(before);
    await page.reload();
    await expect.poll(names).toEqual([before[2], before[0], before[1]]);
  });

  test('passes axe in its form and in the ledger', async ({ page }) => {
    await someStock(page);
    await page.goto(PAGE);
    await act(page, 'Filtro de óleo', 'Loja', 'Transferência');
    await field(page, 'Quantidade').fill('13');
    await expectSound(page, '[role=dialog]');
    await button(page, 'Cancelar').click();
    await act(page, 'Filtro de óleo', 'Loja', 'Movimentações');
    await expect(dialog(page).getByRole('list', { name: 'Movimentações' })).toBeVisible();
    await expectSound(page, '[role=dialog]');
  });

  test('beyond the available stock is refused with a sentence, and changes nothing', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/4\d\d|recusado/);
    await someStock(page);
    await page.goto(PAGE);
    await act(page, 'Filtro de óleo', 'Loja', 'Saída');
    await field(page, 'Quantidade').fill('12,01');
    await expect(dialog(page)).toContainText('Saldo em Loja12passa a-0,01');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('alert')).toContainText('Há só 12 unidades');
    await field(page, 'Quantidade').fill('12');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Saída registrada')).toBeVisible();
    await expect(item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(4)).toHaveText('Sem estoque');
  });

  test('whose answer is lost is retried with the same id, and happens once', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/ERR_|recusado/);
    const { filtro } = await someStock(page);
    await page.goto(PAGE);
    const sent = sentTo(page, '/api/movimentos');
    await page.route(
      '/api/movimentos',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await act(page, 'Filtro de óleo', 'Loja', 'Entrada');
    await field(page, 'Quantidade').fill('5');
    await button(page, 'Registrar').click();
    await expect(dialog(page).getByRole('alert')).toContainText('Sem resposta do servidor');
    await button(page, 'Registrar').click();
    await expect(toast(page, 'Entrada registrada')).toBeVisible();
    const [first, again] = sent.map((request) => request.postDataJSON().id);
    expect(again).toBe(first);
    await expect(item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(2)).toHaveText('17');
    expect(await sql('select estoque_inicial from produtos where id = $1', [filtro.id])).toMatchObject([
      { estoque_inicial: '57.50' },
    ]);
  });

  test('of type ajuste is refused when the stock has changed since it was shown', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/4\d\d|recusado/);
    const { filtro, loja } = await someStock(page);
    // With the stream the dialog shows the new saldo before the person presses Enter, if the machine is slow.
    await withoutStream(page);
    await page.goto(PAGE);
    await act(page, 'Filtro de óleo', 'Loja', 'Ajuste');
    await expect(field(page, 'Quantidade contada')).toBeFocused();
    await takeTwo(page, filtro, loja);
    await page.keyboard.type('11');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await expect(dialog(page)).toContainText('Saldo em Loja10passa a11');
    await button(page, 'Registrar').click();
    await expect(toast(page, 'Ajuste registrado')).toBeVisible();
    await expect(item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(2)).toHaveText('11');
  });
});

test('by keyboard alone: open the actions, record an entrada, return to the same row', async ({ page }) => {
  await someStock(page);
  await page.goto(PAGE);
  const actions = page.getByRole('button', { name: 'Ações de Vela em Loja' });
  await actions.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Entrada' })).toBeFocused();
  await expectSound(page, '[role=menu]');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Quantidade')).toBeFocused();
  await page.keyboard.type('3');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowRight');
  await expect(dialog(page).getByRole('radio', { name: 'Saída' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(item(page, 'Vela', 'Loja').getByRole('cell').nth(2)).toHaveText('3');
  await expect(actions).toBeFocused();
});

test('at 390 px the list is filtered, stock moved and the ledger read', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await someStock(page);
  const release = await hold(page, /\/api\/inventario\?/);
  await page.goto(PAGE);
  await expect(page.getByText('Carregando...')).toBeVisible();
  release();
  await expect(row(page, 'Vela')).toContainText('Sem estoque');
  await page.getByRole('button', { name: 'Filtros' }).click();
  await page.getByLabel('Status').selectOption('Normal');
  await expect(page.getByRole('button', { name: 'Filtros (1)' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectSound(page, 'main');
  await act(page, 'Filtro de óleo', 'Galpão', 'Transferência');
  await field(page, 'Quantidade').fill('0,5');
  await field(page, 'Depósito de destino').click();
  await page.getByRole('option', { name: 'Loja' }).click();
  await expectNotWider(page);
  await button(page, 'Registrar').click();
  await expect(toast(page, 'Transferência registrada')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(toast(page, 'Movimentação desfeita')).toBeVisible();
  await act(page, 'Filtro de óleo', 'Galpão', 'Movimentações');
  await expect(dialog(page).getByRole('list', { name: 'Movimentações' }).getByRole('listitem')).toHaveCount(
    6,
  );
  await expectNotWider(page);
});

test('a late answer leaves the dialog open that replaced its own', async ({ page }) => {
  await someStock(page);
  await page.goto(PAGE);
  const answer = await hold(page, '**/api/movimentos');
  await act(page, 'Filtro de óleo', 'Loja', 'Entrada');
  await field(page, 'Quantidade').fill('3');
  await button(page, 'Registrar').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await act(page, 'Filtro de óleo', 'Loja', 'Movimentações');
  await expect(dialog(page).getByRole('list', { name: 'Movimentações' })).toBeVisible();
  answer();
  await expect(toast(page, 'Entrada registrada')).toBeVisible();
  await expect(dialog(page).getByRole('list', { name: 'Movimentações' })).toContainText('+3');
});

test('a visit shows stock that changed since the last visit', async ({ page }) => {
  const { filtro, loja } = await someStock(page);
  await page.goto(PAGE);
  await expect(item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(2)).toHaveText('12');
  const menu = page.getByRole('navigation', { name: 'Menu Principal' });
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
  await takeTwo(page, filtro, loja);
  await menu.getByRole('link', { name: 'Inventário' }).click();
  await expect(item(page, 'Filtro de óleo', 'Loja').getByRole('cell').nth(2)).toHaveText('10');
  await expect(card(page, 'Total em Estoque')).toHaveText('50,5');
});
