import type { Page } from '@playwright/test';
import { boreal, stock } from './boreal.ts';
import { anOperator, expect, hold, sentTo, sql, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { toast } from './register-page.ts';
import { expectSound } from './sound.ts';
import { expectSuccess } from './toasts.ts';

const NARROW = { width: 390, height: 844 };
const SEND = '/api/minhas-empresas/remessas';
const READ = /\/api\/minhas-empresas\/estoque/;

const input = (page: Page) => page.getByLabel('Buscar produtos e telas');
const outras = (page: Page) => page.getByRole('region', { name: 'Nas suas outras empresas' });
const form = (page: Page, nome: string) => page.getByRole('dialog', { name: `Transferir para ${nome}` });

const estoqueOf = async (empresaId: string) =>
  (await sql('select estoque_inicial from produtos where empresa_id = $1', [empresaId]))[0]?.[
    'estoque_inicial'
  ];

async function search(page: Page, codigo: string): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(input(page)).toBeFocused();
  await page.keyboard.type(codigo);
}

test('the counter search shows the stock of the other empresas, and a transfer brings it here', async ({
  page,
  operator,
}) => {
  const other = await boreal(page, operator);
  await stock(page, { empresaId: operator.empresaId, sku: 'AUR-1', quantidade: '1' });
  await search(page, '90915 yzz.d2');
  await expect(page.getByRole('option').first()).toContainText('1 em estoque');
  await expect(outras(page)).toContainText('Tem em Boreal: 4');
  await expectSound(page, '[role=dialog]');
  await tabTo(page, outras(page).getByRole('button', { name: 'Transferir para cá, de Boreal' }));
  await page.keyboard.press('Enter');
  const dialog = form(page, 'Ana Souza');
  await expect(dialog.getByLabel('Quantidade')).toBeFocused();
  await expect(dialog.getByLabel('SKU do produto em Ana Souza')).toHaveValue('AUR-1');
  await expect(dialog.getByLabel('Sai de um depósito de Boreal')).toContainText('Galpão BOR-1 (4)');
  await expectSound(page, '[role=dialog]');
  await page.keyboard.type('3');
  const deposito = dialog.getByLabel('Entra em um depósito de Ana Souza');
  await tabTo(page, deposito);
  await page.keyboard.type('Galp');
  await expect(deposito).not.toHaveValue('');
  await tabTo(page, dialog.getByRole('button', { name: 'Transferir' }));
  await page.keyboard.press('Enter');
  await expectSuccess(page, 'Transferência registrada');
  await expect(toast(page, 'Transferência registrada')).toContainText('de Boreal para Ana Souza');
  await expect(dialog).toBeHidden();
  expect([await estoqueOf(other), await estoqueOf(operator.empresaId)]).toEqual(['1.00', '4.00']);
});

test('a refusal names what to do, keeps what was typed, and the next attempt succeeds', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/status of 422|A transferência foi recusada/);
  const other = await boreal(page, operator);
  await stock(page, { empresaId: operator.empresaId, sku: 'AUR-1', quantidade: '6' });
  await page.setViewportSize(NARROW);
  await page.goto('/');
  await page.getByRole('button', { name: 'Buscar…' }).click();
  await input(page).fill('90915yzzd2');
  await expectSound(page, '[role=dialog]');
  await outras(page).getByRole('button', { name: 'Transferir daqui para Boreal' }).click();
  const dialog = form(page, 'Boreal');
  await dialog.getByLabel('Quantidade').fill('2');
  await dialog.getByLabel('SKU do produto em Boreal').fill('NAO-TEM');
  await dialog.getByLabel('Entra em um depósito de Boreal').selectOption({ label: 'Galpão BOR-1' });
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog.getByRole('alert')).toContainText(
    'A empresa de destino não tem um produto com o SKU NAO-TEM. Informe outro SKU ou cadastre o produto lá',
  );
  await expect(dialog.getByLabel('Quantidade')).toHaveValue('2');
  await expectSound(page, '[role=dialog]');
  await dialog.getByLabel('SKU do produto em Boreal').fill('BOR-1');
  await dialog.getByLabel('Quantidade').fill('60');
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog.getByRole('alert')).toContainText(/6/);
  expect([await estoqueOf(other), await estoqueOf(operator.empresaId)]).toEqual(['4.00', '6.00']);
  await dialog.getByLabel('Quantidade').fill('6');
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expectSuccess(page, 'Transferência registrada');
  expect([await estoqueOf(other), await estoqueOf(operator.empresaId)]).toEqual(['10.00', '0.00']);
});

test('a lost answer is repeated with the same key and moves the stock once', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED|A transferência foi recusada/);
  const other = await boreal(page, operator);
  await stock(page, { empresaId: operator.empresaId, sku: 'AUR-1', quantidade: '1' });
  await search(page, '90915yzzd2');
  await outras(page).getByRole('button', { name: 'Transferir para cá, de Boreal' }).click();
  const dialog = form(page, 'Ana Souza');
  await dialog.getByLabel('Quantidade').fill('2');
  await dialog.getByLabel('Entra em um depósito de Ana Souza').selectOption({ label: 'Galpão AUR-1' });
  const sent = sentTo(page, SEND);
  await page.route(`**${SEND}`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Sem resposta do servidor');
  await page.unroute(`**${SEND}`);
  await dialog.getByRole('button', { name: 'Transferir' }).click();
  await expectSuccess(page, 'Transferência registrada');
  const [first, second] = sent.map((request) => request.postDataJSON());
  expect(second).toEqual(first);
  expect([await estoqueOf(other), await estoqueOf(operator.empresaId)]).toEqual(['2.00', '3.00']);
});

test('a code that only another empresa has is found there', async ({ page, operator }) => {
  await boreal(page, operator);
  await search(page, 'BOR-1');
  await expect(outras(page)).toContainText('Tem em Boreal: 4');
  await expect(outras(page).getByRole('button', { name: 'Transferir daqui para Boreal' })).toBeHidden();
  await input(page).fill('ZZZ-9');
  await expect(outras(page)).toContainText('Nenhuma outra empresa sua tem este código.');
});

test('a papel that moves no stock in one of the empresas sees the stock and no transfer', async ({
  page,
  operator,
}) => {
  const other = await boreal(page, operator);
  await stock(page, { empresaId: operator.empresaId, sku: 'AUR-1', quantidade: '1' });
  await anOperator({ name: 'Bia Dias', empresaId: other, papel: 'dono' });
  await sql("update membros set papel = 'vendas' where empresa_id = $1 and user_id = $2", [
    ...[other, operator.userId],
  ]);
  await search(page, '90915yzzd2');
  await expect(outras(page)).toContainText('Tem em Boreal: 4');
  await expect(outras(page).getByRole('button')).toHaveCount(0);
  expect(await estoqueOf(other)).toBe('4.00');
});

test('an empresa that could not be read is named, and a failed read can be repeated', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED|A leitura falhou/);
  const id = await boreal(page, operator);
  await stock(page, { empresaId: operator.empresaId, sku: 'AUR-1', quantidade: '1' });
  const unread = { empresa: { id, nome: 'Boreal' }, mensagem: 'Esta empresa não respondeu a tempo.' };
  await page.route(READ, (route) => route.fulfill({ json: { itens: [], nao_lidas: [unread] } }));
  await search(page, '90915yzzd2');
  await expect(outras(page)).toContainText('Boreal não foi lida. Esta empresa não respondeu a tempo.');
  await page.unroute(READ);
  await page.route(READ, (route) => route.abort());
  await input(page).fill('90915-yzzd2');
  await expect(outras(page).getByRole('alert')).toContainText('As outras empresas não foram lidas.');
  await page.unroute(READ);
  await outras(page).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(outras(page)).toContainText('Tem em Boreal: 4');
});

test('a person with one empresa sees and asks nothing of it', async ({ page, operator }) => {
  await stock(page, { empresaId: operator.empresaId, sku: 'AUR-1', quantidade: '1' });
  const asked = sentTo(page, READ, 'GET');
  const release = await hold(page, /\/api\/produtos\/balcao\?busca=AUR-1$/);
  await search(page, 'AUR-1');
  release();
  await expect(page.getByRole('option').first()).toContainText('Filtro de óleo');
  await expect(outras(page)).toBeHidden();
  expect(asked).toEqual([]);
});
