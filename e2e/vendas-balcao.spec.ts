import type { Page } from '@playwright/test';
import { pressEvery, recognisesScans } from '../tools/scanner.ts';
import { anOperator, expect, type Operator, signInAs, sql, test } from './fixtures.ts';
import { aDeposito, aProduto, references, saldo } from './produtos-page.ts';
import { dialog, question } from './register-page.ts';
import { createRecord } from './register-walks.ts';
import { expectNotWider, expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const BALCAO = '/vendas/balcao';
const CODE = '7891234567895';
const SCANNER_MS = 8;
const NARROW = { width: 390, height: 844 };

const busca = (page: Page) => page.getByLabel('Leia ou busque a peça');
const totals = (page: Page) => page.locator('dl[aria-label="Totais"]');
const peca = (page: Page, nome: string) => page.getByRole('row').filter({ hasText: nome });

/** A shop with two produtos in one deposito, and a vendedor who earns 10 %. */
async function aShop(page: Page) {
  const loja = await aDeposito(page, 'Loja');
  const refs = await references(page);
  const made = (nome: string, sku: string, more: object = {}) =>
    aProduto(page, refs, { nome, sku, preco_venda: '25.90', depositos: [saldo(loja.id, '5')], ...more });
  const filtro = await made('Filtro de óleo', 'FIL-100', { cod_referencia: [CODE] });
  const vela = await made('Vela de ignição', 'VEL-200');
  const rui = await createRecord(page, '/api/vendedores', {
    ...{ nome: 'Rui Costa', cpf: '52998224725', comissao: '10.00', email: 'rui@exemplo.com.br', cep: null },
    ...{ numero: null, endereco: null, bairro: null, cidade: null, estado: null },
  });
  return { loja, filtro, vela, rui };
}

/** Notes what the printer gets, in the place of the question that the browser would ask. */
const notePrints = (page: Page) =>
  page.addInitScript(() => {
    const printed: string[] = [];
    Object.assign(globalThis, { printed });
    globalThis.print = () => {
      printed.push(document.querySelector('.recibo')?.textContent ?? document.title);
    };
  });
const printsOf = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(globalThis, 'printed'));

async function stockOf(id: string): Promise<string> {
  const [row] = await sql('select estoque_inicial from produtos where id = $1', [id]);
  return String(row?.['estoque_inicial']);
}

test('a sale is made with a scanner and the keyboard alone, from the first scan to the printed receipt', async ({
  page,
}) => {
  await notePrints(page);
  const { filtro } = await aShop(page);
  await page.goto(BALCAO);
  await expect(busca(page)).toBeFocused();
  await expect(page.getByLabel('Depósito')).toHaveValue('Loja');
  await pressEvery(page, CODE, SCANNER_MS);
  await expect(peca(page, 'Filtro de óleo')).toContainText('5 no depósito');
  await pressEvery(page, CODE, SCANNER_MS);
  await expect(page.getByLabel('Quantidade de Filtro de óleo')).toHaveValue('2');
  await page.keyboard.type('ignicao');
  await page.keyboard.press('Enter');
  await expect(peca(page, 'Vela de ignição')).toBeVisible();
  await expect(totals(page)).toContainText('R$ 77,70');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'Dinheiro' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('100');
  await expect(page.getByText('Troco R$ 22,30')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Venda 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Imprimir recibo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => printsOf(page)).toHaveLength(1);
  const [recibo] = await printsOf(page);
  for (const text of [
    'Venda 1',
    'Filtro de óleo',
    'R$ 77,70',
    'Dinheiro',
    'R$ 22,30',
    'Não é documento fiscal',
  ])
    expect(recibo?.replaceAll('\u00a0', ' ')).toContain(text);
  await page.keyboard.press('Escape');
  await expect(busca(page)).toBeFocused();
  await expect(page.getByText('Leia a primeira peça para começar a venda.')).toBeVisible();
  expect(await stockOf(filtro.id)).toBe('3.00');
});

test('a scan lands in the sale wherever the focus is, and a reload keeps the sale', async ({ page }) => {
  await aShop(page);
  await page.goto(BALCAO);
  await recognisesScans(page);
  await page.getByLabel('Desconto', { exact: true }).fill('5');
  await pressEvery(page, CODE, SCANNER_MS);
  await expect(peca(page, 'Filtro de óleo')).toBeVisible();
  await expect(page.getByLabel('Desconto', { exact: true })).toHaveValue('5');
  await page.getByLabel('Preço de Filtro de óleo').fill('20');
  await page.keyboard.press('Enter');
  await expect(busca(page)).toBeFocused();
  await expect(totals(page)).toContainText('R$ 15,00');
  await page.reload();
  await expect(page.getByLabel('Preço de Filtro de óleo')).toHaveValue('20,00');
  await expect(totals(page)).toContainText('R$ 15,00');
});

test('what the saldo does not cover is refused with what to do, and nothing typed is lost', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/422|A venda foi recusada/);
  const { filtro, loja } = await aShop(page);
  await aDeposito(page, 'Galpão');
  await page.goto(BALCAO);
  await page.getByLabel('Depósito').fill('Loja');
  await page.getByRole('option', { name: 'Loja' }).click();
  await busca(page).fill('FIL-100');
  await page.keyboard.press('Enter');
  await page.getByLabel('Quantidade de Filtro de óleo').fill('6');
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await expect(peca(page, 'Filtro de óleo').getByRole('alert')).toHaveText(
    'O depósito Loja tem só 5 unidades de Filtro de óleo e a venda pede 6. Nenhum outro depósito tem esta peça: diminua a quantidade ou retire-a da venda.',
  );
  await page.getByLabel('Quantidade de Filtro de óleo').fill('5');
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await expect(page.getByRole('dialog', { name: 'Venda 1' })).toBeVisible();
  expect([await stockOf(filtro.id), loja.nome]).toEqual(['0.00', 'Loja']);
});

test('a sale whose answer was lost is sold once, also after a reload and a change', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/Failed to load resource|A venda foi recusada/);
  const { filtro } = await aShop(page);
  await page.goto(BALCAO);
  await busca(page).fill('FIL-100');
  await page.keyboard.press('Enter');
  await expect(peca(page, 'Filtro de óleo')).toBeVisible();
  await page.route(
    '**/api/vendas-balcao',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await expect(page.getByRole('alert')).toContainText('Falta a confirmação da última tentativa');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('nada é vendido duas vezes');
  await page.getByLabel('Quantidade de Filtro de óleo').fill('2');
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await expect(page.getByRole('dialog', { name: 'Venda 1' })).toBeVisible();
  await expect(page.getByText('A venda 1 já tinha sido concluída', { exact: true })).toBeVisible();
  expect(await stockOf(filtro.id)).toBe('4.00');
});

test('a code without a produto stays until it is discarded, also over the next scans and a reload', async ({
  page,
}) => {
  await aShop(page);
  await page.goto(BALCAO);
  await expect(busca(page)).toBeFocused();
  await pressEvery(page, '9990001112223', SCANNER_MS);
  await pressEvery(page, CODE, SCANNER_MS);
  await expect(peca(page, 'Filtro de óleo')).toBeVisible();
  const unread = page.getByRole('list', { name: 'Códigos lidos sem peça' });
  await expect(unread).toContainText('Nenhum produto para “9990001112223”. Confira o código.');
  await expectSound(page, 'main');
  await page.reload();
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await expect(page.getByText('Há códigos lidos que não entraram na venda.')).toBeVisible();
  await page.setViewportSize(NARROW);
  await expectNotWider(page);
  await unread.getByRole('button', { name: 'Descartar a leitura 9990001112223' }).click();
  await expect(unread).toBeHidden();
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await expect(page.getByRole('dialog', { name: 'Venda 1' })).toBeVisible();
});

test('a price that changed after the scan is taken only after the person says so', async ({
  page,
  expectErrors,
}) => {
  expectErrors(/409|A venda foi recusada/);
  const { filtro } = await aShop(page);
  await page.goto(BALCAO);
  await busca(page).fill('FIL-100');
  await page.keyboard.press('Enter');
  await expect(peca(page, 'Filtro de óleo')).toBeVisible();
  await sql(`set session_replication_role = replica;
    update produtos set preco_venda = 30 where id = '${filtro.id}';
    set session_replication_role = origin`);
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await expect(question(page)).toContainText('era R$ 25,90 quando foi lida e agora é R$ 30,00');
  await expectSound(page, '[role=alertdialog]');
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(page.getByRole('alert')).toContainText('Os preços da venda continuam como estavam');
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await expect(page.getByRole('dialog', { name: 'Venda 1' })).toContainText('R$ 25,90');
});

async function promise({ empresaId }: Operator, produtoId: string, depositoId: string): Promise<void> {
  await sql(
    `with place as (update produto_deposito set reservado = 4 where empresa_id = $1 and produto_id = $2),
     produto as (update produtos set reservado = 4 where empresa_id = $1 and id = $2)
     insert into reservas (empresa_id, marketplace, seller_id, pedido_id, anuncio_id, produto_id, deposito_id, reservado, criado_em)
     values ($1, 'mercado-livre', '1', '1', 'MLB1', $2, $3, 4, now())`,
    [empresaId, produtoId, depositoId],
  );
}

test('promised units ask first, and say what selling them means', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/409|A venda foi recusada/);
  const { filtro, loja } = await aShop(page);
  await promise(operator, filtro.id, loja.id);
  await page.goto(BALCAO);
  await busca(page).fill('FIL-100');
  await page.keyboard.press('Enter');
  await expect(peca(page, 'Filtro de óleo')).toContainText('Disponível 1');
  await page.getByLabel('Quantidade de Filtro de óleo').fill('2');
  await page.keyboard.press('Control+Enter');
  await expect(question(page)).toContainText(
    'pedidos de marketplace esperam por 4. Esta venda leva 1 que já foi prometida.',
  );
  await expectSound(page, '[role=alertdialog]');
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  expect(await stockOf(filtro.id)).toBe('5.00');
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await question(page).getByRole('button', { name: 'Vender assim mesmo' }).click();
  await expect(page.getByRole('dialog', { name: 'Venda 1' })).toBeVisible();
  expect(await stockOf(filtro.id)).toBe('3.00');
});

test('a cancelled sale brings the goods back, stays in the list and takes the comissão back', async ({
  page,
}) => {
  await notePrints(page);
  const { filtro } = await aShop(page);
  await page.goto(BALCAO);
  await page.getByLabel('Vendedor').fill('Rui');
  await page.getByRole('option', { name: 'Rui Costa' }).click();
  await busca(page).fill('FIL-100');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await page.getByRole('dialog', { name: 'Venda 1' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Comissões' }).click();
  await expect(peca(page, 'Rui Costa')).toContainText('R$ 2,59');
  await expectSound(page, 'main');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^comissoes-.*\.csv$/);
  await page.getByRole('button', { name: 'Abrir a comissão de Rui Costa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Venda 1' }).click();
  await page
    .getByRole('dialog', { name: 'Venda 1', exact: true })
    .getByRole('button', { name: 'Cancelar venda' })
    .click();
  const cancelar = page.getByRole('dialog', { name: 'Cancelar venda 1' });
  await expect(cancelar.getByLabel('Voltam para vender de Filtro de óleo')).toHaveValue('1');
  await cancelar.getByLabel('Motivo').fill('Cliente desistiu');
  await expectSound(page, '[role=dialog]');
  await cancelar.getByRole('button', { name: 'Cancelar venda' }).click();
  await expect(cancelar).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Venda 1', exact: true })).toContainText('Cliente desistiu');
  expect(await stockOf(filtro.id)).toBe('5.00');
  await page.goto(`${BALCAO}?aba=comissoes`);
  await expect(peca(page, 'Rui Costa')).toContainText('R$ 0,00');
  await page.goto(`${BALCAO}?aba=vendas`);
  await page.getByRole('button', { name: 'Abrir a venda 1' }).click();
  await page.getByRole('button', { name: 'Desfazer cancelamento' }).click();
  await expect(page.getByText('Cancelamento da venda 1 desfeito', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancelar venda' })).toBeVisible();
  expect(await stockOf(filtro.id)).toBe('4.00');
  await page.goto(`${BALCAO}?aba=vendas`);
  await expect(peca(page, '25,90')).not.toContainText('Cancelada');
  await expectSound(page, 'main');
});

test('the past sales are narrowed in the address, and the filters fit a phone', async ({ page }) => {
  const { loja, filtro, rui } = await aShop(page);
  for (const vendedor_id of [null, rui.id])
    await createRecord(page, '/api/vendas-balcao', {
      ...{ id: crypto.randomUUID(), cliente_id: null, vendedor_id, deposito_id: loja.id, desconto: null },
      itens: [{ produto_id: filtro.id, quantidade: '1', preco: '25.90' }],
      ...{ pagamento: 'pix', recebido: null, prometidas: [] },
    });
  await page.goto(`${BALCAO}?aba=vendas&busca=1`);
  await expect(page.getByRole('button', { name: /^Abrir a venda/ })).toHaveText(['1']);
  await page.getByRole('button', { name: 'Limpar filtros' }).click();
  await expect(page.getByRole('button', { name: /^Abrir a venda/ })).toHaveText(['2', '1']);
  const filtros = page.getByRole('search', { name: 'Filtros das vendas' });
  await filtros.getByLabel('Vendedor').fill('Rui');
  await page.getByRole('option', { name: 'Rui Costa' }).click();
  await expect(page.getByRole('button', { name: /^Abrir a venda/ })).toHaveText(['2']);
  await filtros.getByLabel('Situação').selectOption('Canceladas');
  await expect(page.getByText('Nenhuma venda com estes filtros. Limpe-os para ver todas.')).toBeVisible();
  await expect(page).toHaveURL(/situacao=cancelada/);
  await expectSound(page, 'main');
  await page.setViewportSize(NARROW);
  await expectNotWider(page);
});

test('the counter fits a phone, and has no axe violation in either theme', async ({ page }) => {
  await aShop(page);
  await page.goto(BALCAO);
  await expectSound(page, 'main');
  await page.setViewportSize(NARROW);
  await expectNotWider(page);
  await busca(page).fill('FIL-100');
  await page.keyboard.press('Enter');
  await expect(peca(page, 'Filtro de óleo')).toBeVisible();
  await expectSound(page, 'main');
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await page.getByRole('dialog', { name: 'Venda 1' }).waitFor();
  await expectSound(page, '[role=dialog]');
});

test('the papel vendas sells and does not cancel, and consulta sees the sales alone', async ({
  page,
  operator,
}) => {
  await aShop(page);
  await signInAs(page, await anOperator({ name: 'Vera', empresaId: operator.empresaId, papel: 'vendas' }));
  await page.goto(BALCAO);
  await busca(page).fill('FIL-100');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Concluir venda' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Imprimir recibo' })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Cancelar venda' })).toBeHidden();
  await signInAs(page, await anOperator({ name: 'Caio', empresaId: operator.empresaId, papel: 'consulta' }));
  await page.goto(BALCAO);
  await expect(page.getByRole('button', { name: 'Abrir a venda 1' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Vender' })).toBeHidden();
});
