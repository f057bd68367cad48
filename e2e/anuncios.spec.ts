import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ANUNCIOS, aShop, button, line } from './anuncios-page.ts';
import { expect, hold, sql, test, withoutStream } from './fixtures.ts';
import { card, connect } from './integracoes-page.ts';
import { tabTo } from './keyboard.ts';
import { takeTwo } from './produtos-page.ts';
import { PORT } from './setup.ts';
import { expectNotWider, expectSound } from './sound.ts';

const NARROW = { width: 390, height: 844 };
const SANDBOX = `http://127.0.0.1:${PORT + 5}`;
/** The worker reads the anuncios of all tests at the rate that the marketplace allows. */
const READ = { timeout: 60_000 };

const aba = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Abas dos anúncios' }).getByRole('link', { name });

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test('without a conta the screen says what to do, and leads to Integrações', async ({ page }) => {
  await page.goto(ANUNCIOS);
  await expect(page.getByText('Conecte uma conta do marketplace para ver os anúncios aqui.')).toBeVisible();
  for (const name of ['Todos', 'Com diferença', 'Pausados', 'Full', 'Sem produto'])
    await expect(aba(page, name)).toContainText('0');
  await expectSound(page, 'main');
  await page.setViewportSize(NARROW);
  await expectSound(page, 'main');
  await page.getByRole('link', { name: 'Ir para Integrações' }).click();
  await expect(page).toHaveURL('/configuracao/integracoes');
});

test('each anuncio shows what is here, what is published and why they differ, in its abas and in the search', async ({
  page,
  operator,
}) => {
  await aShop(page, operator, ({ filtro, vela }) => [
    { id: 'MLB4410927731', produto_id: filtro },
    { id: 'MLB4410927802', produto_id: filtro, quantidade: 7 },
    { id: 'MLB3870041126', produto_id: vela, estado: 'pausado', pausado_por: 'vendedor' },
    { id: 'MLB4077613390', produto_id: vela, is_full: true, quantidade: 64 },
    { id: 'MLB3920175584' },
  ]);
  await page.goto(ANUNCIOS);
  await expect(line(page, 'Filtro de óleo')).toContainText('FIL-100 · saldo 5, reservado 0');
  await expect(line(page, 'MLB4410927731')).toContainText('Em dia');
  await expect(line(page, 'MLB4410927802')).toContainText('Oferece 2 a mais');
  await expect(line(page, 'MLB3870041126')).toContainText('Pausado por você');
  await expect(line(page, 'MLB4077613390')).toContainText('Cheio (Full)');
  await expect(line(page, 'MLB3920175584')).toContainText('Sem produto');
  await expectSound(page, 'main');
  // The worker notes the differences.
  await expect(aba(page, 'Com diferença')).toContainText('2');
  await aba(page, 'Com diferença').click();
  await expect(line(page, 'MLB4410927802')).toContainText('agora');
  await expect(line(page, 'MLB3920175584')).toHaveCount(0);
  await aba(page, 'Pausados').click();
  await expect(line(page, 'MLB3870041126')).toBeVisible();
  await expect(line(page, 'MLB4410927731')).toHaveCount(0);
  await aba(page, 'Sem produto').click();
  await expect(line(page, 'MLB3920175584')).toBeVisible();
  await aba(page, 'Todos').click();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Produto, SKU ou anúncio')).toBeFocused();
  await page.keyboard.type('vela');
  await expect(line(page, 'Vela de ignição')).toBeVisible();
  await expect(line(page, 'Filtro de óleo')).toHaveCount(0);
  await page.getByLabel('Produto, SKU ou anúncio').fill('MLB4410927731');
  await expect(line(page, 'Filtro de óleo')).toBeVisible();
  await page.getByLabel('Produto, SKU ou anúncio').fill('nada assim');
  await expect(page.getByText('Nenhum anúncio encontrado para “nada assim”')).toBeVisible();
  await button(page, 'Limpar busca').last().click();
  await page.setViewportSize(NARROW);
  await expect(page.getByRole('listitem').filter({ hasText: 'MLB4410927802' }).last()).toContainText(
    'Oferece 2 a mais',
  );
  await expectSound(page, 'main');
  await expectNotWider(page);
});

test('a change of an anuncio or of the stock reaches the open screen', async ({ page, operator }) => {
  const { filtro, loja } = await aShop(page, operator, (ids) => [
    { id: 'MLB1000000001', produto_id: ids.filtro },
  ]);
  await page.goto(ANUNCIOS);
  await expect(line(page, 'MLB1000000001')).toContainText('Em dia');
  await sql('update anuncios set quantidade = 8 where produto_id = $1', [filtro]);
  await expect(line(page, 'MLB1000000001')).toContainText('Oferece 3 a mais');
  await expect(aba(page, 'Com diferença')).toContainText('1');
  await takeTwo(page, { id: filtro }, loja);
  await expect(line(page, 'MLB1000000001')).toContainText('Oferece 5 a mais');
});

test('an anuncio is linked, changed and cut by keyboard alone, the focus returns, and the cut is undone', async ({
  page,
  operator,
}) => {
  await aShop(page, operator, ({ vela }) => [
    { id: 'MLB2000000001', produto_id: vela, quantidade: 9 },
    { id: 'MLB2000000002' },
  ]);
  await page.goto(ANUNCIOS);
  const link = button(page, /^Ligar o produto de MLB2000000002/);
  const change = button(page, /^Trocar o produto de MLB2000000002/);
  await expect(link).toBeVisible();
  await tabTo(page, button(page, /^Trocar o produto de MLB2000000001/));
  await page.keyboard.press('ArrowDown');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Ligar a um produto' });
  await expect(dialog.getByLabel('Buscar produtos...')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('filtro');
  await expect(dialog.getByRole('button', { name: /^Filtro de óleo/ })).toBeVisible();
  await expectSound(page, '[role=dialog]');
  await tabTo(page, dialog.getByRole('button', { name: /^Filtro de óleo/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Anúncio ligado ao produto')).toBeVisible();
  await expect(change).toBeVisible();
  await expect(line(page, 'Filtro de óleo')).toBeVisible();
  await change.focus();
  await page.keyboard.press('Enter');
  const other = page.getByRole('dialog', { name: 'Trocar o produto do anúncio' });
  await expect(other).toContainText('Ligado a Filtro de óleo · FIL-100');
  await expect(other).toContainText('As reservas das vendas já feitas não mudam agora');
  await page.setViewportSize(NARROW);
  await expectSound(page, '[role=dialog]');
  await page.setViewportSize({ width: 1440, height: 900 });
  await other.getByRole('button', { name: 'Desligar do produto' }).click();
  await expect(page.getByText('Anúncio desligado do produto')).toBeVisible();
  await expect(link).toBeVisible();
  await button(page, 'Desfazer').first().click();
  await expect(change).toBeVisible();
  expect(
    await sql(
      'select produto_id is not null as linked from anuncios where anuncio_id = $1 and empresa_id = $2',
      [...['MLB2000000002', operator.empresaId]],
    ),
  ).toEqual([{ linked: true }]);
});

test('a change that another person overtook is refused with a sentence', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED|409|Outra pessoa/);
  const { vela } = await aShop(page, operator, () => [{ id: 'MLB3000000001' }]);
  await page.goto(ANUNCIOS);
  await button(page, /^Ligar o produto de MLB3000000001/).click();
  const dialog = page.getByRole('dialog', { name: 'Ligar a um produto' });
  await dialog.getByLabel('Buscar produtos...').fill('filtro');
  await expect(dialog.getByRole('button', { name: /^Filtro de óleo/ })).toBeVisible();
  // The open dialog keeps what the person saw when another person is faster than the stream of changes.
  await page.route('**/api/anuncios?*', (route) => route.abort());
  await sql('update anuncios set produto_id = $2 where anuncio_id = $1 and empresa_id = $3', [
    ...['MLB3000000001', vela, operator.empresaId],
  ]);
  await dialog.getByRole('button', { name: /^Filtro de óleo/ }).click();
  await expect(
    page.getByText('Outra pessoa ligou este anúncio a outro produto. Confira e escolha de novo.'),
  ).toBeVisible();
});

test('a conta is read, the progress survives a reload, and a stopped reading says what to do', async ({
  page,
  operator,
}) => {
  test.setTimeout(180_000);
  const id = randomInt(5_000_000_000, 9_000_000_000);
  const seller = { id, nickname: `LOJA${id}` };
  const made = await page.request.post(`${SANDBOX}/_mercado-livre/vendedores`, {
    data: { id, apelido: seller.nickname, semente: 7, anuncios: 60, vendas: 0, recursos: [] },
  });
  expect(made.status()).toBe(201);
  await connect(page, seller);
  await expect(card(page, seller.nickname)).toBeVisible();
  const faults = async (kind: string, vezes: number) => {
    const data = { 'mercado-livre': kind, rota: `GET /items/bulk ${id}`, vezes };
    expect((await page.request.post(`${SANDBOX}/_falhas`, { data })).status()).toBe(204);
  };
  await faults('forma', 4);
  await page.goto(ANUNCIOS);
  await button(page, 'Ler os anúncios').click();
  const conta = page.getByRole('list', { name: 'Contas' }).getByRole('listitem');
  await expect(conta.getByText('Lendo', { exact: true })).toBeVisible();
  await expect(conta).toContainText(
    'O Mercado Livre não está respondendo. A leitura continua sozinha.',
    READ,
  );
  await page.reload();
  await expect(conta.getByText('Lendo', { exact: true })).toBeVisible();
  await expectSound(page, 'main');
  await expect(conta).toContainText('lidos agora', READ);
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await expect(aba(page, 'Todos')).not.toContainText(/^Todos0$/);
  await button(page, /^Ler de novo/).click();
  await expect(conta).toContainText('lidos agora', READ);
  await sql(
    "update anuncios_leituras set situacao = 'parada', aviso = 'Esta conta perdeu a autorização. Reconecte-a em Integrações.' where empresa_id = $1",
    [operator.empresaId],
  );
  await page.reload();
  await expect(conta.getByRole('alert')).toHaveText(
    'Esta conta perdeu a autorização. Reconecte-a em Integrações.',
  );
  await expectSound(page, 'main');
});

test('a failed list can be tried again', async ({ page, operator, expectErrors }) => {
  expectErrors(/A leitura falhou|status of 422/);
  await aShop(page, operator, ({ filtro }) => [{ id: 'MLB5000000001', produto_id: filtro }]);
  // A change would make the page read the list again before the person asks for it.
  await withoutStream(page);
  await page.route('**/api/anuncios?*', (route) => route.fulfill({ status: 422, json: {} }));
  await page.goto(ANUNCIOS);
  await expect(page.getByRole('alert')).toContainText('Tente de novo');
  await expectSound(page, 'main');
  await page.unroute('**/api/anuncios?*');
  await button(page, 'Tentar de novo').click();
  await expect(line(page, 'MLB5000000001')).toBeVisible();
});

test('a list that loads has the shape of the list', async ({ page, operator }) => {
  await aShop(page, operator, ({ filtro }) => [{ id: 'MLB6000000001', produto_id: filtro }]);
  const release = await hold(page, '**/api/anuncios?*');
  await page.goto(ANUNCIOS);
  await expect(page.getByRole('table', { name: 'Anúncios por produto' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await expectSound(page, 'main');
  release();
  await expect(line(page, 'MLB6000000001')).toBeVisible();
});
