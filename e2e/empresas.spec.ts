import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, hold, type Operator, sql, test, withoutStream } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { question, row, toast } from './register-page.ts';
import { expectSound } from './sound.ts';
import { expectFailure, expectSuccess } from './toasts.ts';

/** A form over the page hides the sidebar from screen readers, and these locators find it there too. */
const hidden = { includeHidden: true };
const foot = (page: Page) => page.getByRole('button', { name: /Trocar de empresa, agora em/, ...hidden });
const switcher = (page: Page) => page.getByRole('dialog', { name: 'Trocar de empresa', ...hidden });
const choice = (page: Page, nome: string) => switcher(page).getByRole('button', { name: nome, ...hidden });
const lost = (page: Page) => page.getByRole('dialog', { name: 'Você saiu desta empresa' });
const creation = (page: Page) => page.getByRole('dialog', { name: 'Criar empresa' });
const form = (page: Page) => page.getByRole('dialog', { name: 'Nova Marca' });

/** Adds the person to another empresa. Returns its id. */
async function anotherEmpresa(
  { userId }: Operator,
  { nome = 'Boreal Distribuidora', papel = 'dono', cnpj = null as string | null } = {},
): Promise<string> {
  const id = randomUUID();
  await sql('insert into empresas (id, nome, cnpj) values ($1, $2, $3)', [id, nome, cnpj]);
  await sql('insert into membros (empresa_id, user_id, papel) values ($1, $2, $3)', [id, userId, papel]);
  return id;
}

const leaveEmpresa = ({ userId }: Operator, id: string) =>
  sql('delete from membros where empresa_id = $1 and user_id = $2', [id, userId]);

const marcasOf = async (empresaId: string) =>
  (await sql('select nome from marcas where empresa_id = $1 order by nome', [empresaId])).map(
    ({ nome }) => nome,
  );

async function save(page: Page, nome: string): Promise<void> {
  await page.goto('/cadastros/marca?abrir=novo');
  await form(page).getByLabel('Marca *').fill(nome);
  await form(page).getByRole('button', { name: 'Cadastrar' }).click();
  await expect(row(page, nome)).toBeVisible();
}

/** Waits for the page, opens the switcher and chooses the empresa with the mouse. */
async function switchTo(page: Page, nome: string): Promise<void> {
  await foot(page).click();
  await choice(page, nome).click();
  await expect(foot(page)).toContainText(nome);
  await expect(page).toHaveURL('/');
}

test('a person alone sees the name of their empresa and no papel', async ({ page, operator }) => {
  expect(operator.empresaId).toBeTruthy();
  const list = page.waitForResponse('**/api/empresas');
  await page.goto('/');
  await list;
  await expect(foot(page)).toHaveAccessibleName('Trocar de empresa, agora em Ana Souza');
  await foot(page).click();
  await expect(switcher(page).getByRole('listitem')).toHaveText(['ASAna SouzaDonoEsta aba']);
  // A press on the foot closes the switcher, and another one opens it.
  await foot(page).click();
  await expect(switcher(page)).toBeHidden();
  await foot(page).click();
  await expect(switcher(page)).toBeVisible();
});

test('a new empresa opens in this tab, and a retry creates no second one', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/503|Erro/);
  await save(page, 'Bosch');
  await foot(page).click();
  await switcher(page).getByRole('button', { name: 'Criar empresa' }).click();
  const nome = creation(page).getByLabel('Nome fantasia');
  await expect(nome).toBeFocused();
  await expectSound(page);
  const send = creation(page).getByRole('button', { name: 'Criar empresa' });
  await send.click();
  await expect(nome).toHaveAccessibleDescription('Nome fantasia é obrigatório');
  await nome.fill('Boreal Distribuidora');
  // The first answer is lost on its way back.
  await page.route(
    '**/api/empresas',
    async (route) => {
      await route.fetch();
      await route.fulfill({ status: 503, body: '' });
    },
    { times: 1 },
  );
  await send.click();
  await expectFailure(page, 'Erro ao criar empresa');
  await send.click();
  await expectSuccess(page, 'Empresa criada', 'Esta aba agora trabalha em Boreal Distribuidora.');
  await expect(foot(page)).toHaveAccessibleName('Trocar de empresa, agora em Boreal Distribuidora Dono');
  await expect(foot(page)).toBeFocused();
  const own = await sql(
    'select e.nome from membros m join empresas e on e.id = m.empresa_id where m.user_id = $1 order by e.nome',
    [operator.userId],
  );
  expect(own).toEqual([{ nome: 'Ana Souza' }, { nome: 'Boreal Distribuidora' }]);
  // No record of the first empresa shows in the second.
  await page.getByRole('link', { name: 'Marca', exact: true }).click();
  await expect(page.getByText('Nenhuma marca cadastrada')).toBeVisible();
  await expect(row(page, 'Bosch')).toHaveCount(0);
});

test('two tabs work in two empresas, and each keeps its own after a reload', async ({
  page,
  operator,
  context,
}) => {
  const boreal = await anotherEmpresa(operator);
  await page.goto('/');
  const tab = await context.newPage();
  await tab.goto('/');
  await switchTo(tab, 'Boreal Distribuidora');
  await Promise.all([save(page, 'Bosch'), save(tab, 'NGK')]);
  await Promise.all([page.reload(), tab.reload()]);
  await Promise.all([save(page, 'Cofap'), save(tab, 'Magneti')]);
  await expect(foot(page)).toContainText('Ana Souza');
  await expect(foot(tab)).toContainText('Boreal Distribuidora');
  expect(await marcasOf(operator.empresaId)).toEqual(['Bosch', 'Cofap']);
  expect(await marcasOf(boreal)).toEqual(['Magneti', 'NGK']);
  await expect(row(page, 'NGK')).toHaveCount(0);
  await expect(row(tab, 'Bosch')).toHaveCount(0);
});

test('a new tab starts in the empresa of the tab used last, and a link may name another', async ({
  page,
  operator,
  context,
}) => {
  const boreal = await anotherEmpresa(operator);
  await page.goto('/');
  await switchTo(page, 'Boreal Distribuidora');
  const tab = await context.newPage();
  await tab.goto('/');
  await expect(foot(tab)).toContainText('Boreal Distribuidora');
  await tab.goto(`/cadastros/marca?busca=a&empresa=${operator.empresaId}`);
  await expect(foot(tab)).toContainText('Ana Souza');
  await expect(tab).toHaveURL('/cadastros/marca?busca=a');
  await expect(foot(page)).toContainText('Boreal Distribuidora');
  // Another browser of the same session begins where the last switch of the session led.
  await tab.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });
  await tab.goto('/');
  await expect(foot(tab)).toContainText('Boreal Distribuidora');
  const [session] = await sql('select empresa_id from auth.sessions where user_id = $1', [operator.userId]);
  expect(session).toEqual({ empresa_id: boreal });
});

test('a session that ends by itself returns to the same empresa', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/401/);
  await anotherEmpresa(operator);
  await withoutStream(page);
  await page.goto('/');
  await switchTo(page, 'Boreal Distribuidora');
  await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
  await page.getByRole('link', { name: 'Marca', exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/login/);
  await page.getByLabel('Email').fill(operator.email);
  await page.getByLabel('Senha', { exact: true }).fill(operator.senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(foot(page)).toContainText('Boreal Distribuidora');
});

test('unsaved work asks before the switch', async ({ page, operator }) => {
  const boreal = await anotherEmpresa(operator);
  await page.goto('/cadastros/marca?abrir=novo');
  await form(page).getByLabel('Marca *').fill('Cofap');
  // The form covers the sidebar, so the test presses what lies underneath.
  await foot(page).dispatchEvent('click');
  await choice(page, 'Boreal').dispatchEvent('click');
  await expect(question(page)).toContainText('será perdido ao ir para Boreal Distribuidora');
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(question(page)).toBeHidden();
  await expect(form(page).getByLabel('Marca *')).toHaveValue('Cofap');
  await foot(page).dispatchEvent('click');
  await choice(page, 'Boreal').dispatchEvent('click');
  await question(page).getByRole('button', { name: 'Descartar e trocar' }).click();
  await expect(foot(page)).toContainText('Boreal');
  await expect(page).toHaveURL('/');
  expect(await marcasOf(operator.empresaId)).toEqual([]);
  expect(await marcasOf(boreal)).toEqual([]);
});

test('a keyboard alone reaches the switcher, moves in it and switches', async ({ page, operator }) => {
  await anotherEmpresa(operator, { papel: 'vendas', cnpj: '11222333000181' });
  await page.goto('/');
  await tabTo(page, foot(page));
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Ana Souza')).toBeFocused();
  await expect(choice(page, 'Ana Souza')).toHaveAttribute('aria-current', 'true');
  await expectSound(page);
  await page.keyboard.press('ArrowDown');
  await expect(choice(page, 'Boreal')).toBeFocused();
  await expect(choice(page, 'Boreal')).toContainText('11.222.333/0001-81 · Vendas');
  await page.keyboard.press('Tab');
  await expect(switcher(page).getByRole('button', { name: 'Criar empresa' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(switcher(page)).toBeHidden();
  await expect(foot(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Ana Souza')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(foot(page)).toHaveAccessibleName('Trocar de empresa, agora em Boreal Distribuidora Vendas');
  await expect(foot(page)).toBeFocused();
});

test('seven empresas have a search, by name and by CNPJ', async ({ page, operator }) => {
  for (const nome of [
    'Boreal Distribuidora',
    'Casa do Freio',
    'Disfreios Sul',
    'Estrela',
    'Farol',
    'Rota Peças',
  ])
    await anotherEmpresa(operator, { nome, ...(nome === 'Farol' && { cnpj: '11222333000181' }) });
  await page.goto('/');
  await foot(page).click();
  const search = switcher(page).getByRole('combobox', { name: 'Buscar empresa' });
  const found = switcher(page).getByRole('option');
  await expect(search).toBeFocused();
  await expect(found).toHaveCount(7);
  await expectSound(page);
  await page.keyboard.type('11.222');
  await expect(found).toHaveText([/Farol/]);
  await search.fill('nada disso');
  await expect(switcher(page)).toContainText('Nenhuma empresa encontrada para “nada disso”');
  await search.fill('dis');
  await expect(found).toHaveText([/Boreal/, /Disfreios/]);
  await expect(switcher(page).getByRole('status')).toHaveText('2 de 7 empresas');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(foot(page)).toContainText('Disfreios Sul');
});

test('the switcher says that it loads and offers another try when it fails', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/403|A leitura falhou/);
  expect(operator.userId).toBeTruthy();
  const refusal = { codigo: 'forbidden', mensagem: 'Agora não.', pedido: 'p1' };
  await page.route('**/api/empresas', (route) => route.fulfill({ status: 403, json: refusal }));
  await page.goto('/');
  await foot(page).click();
  await expect(switcher(page).getByRole('alert')).toContainText('Agora não.');
  await expectSound(page);
  await page.unroute('**/api/empresas');
  const release = await hold(page, '**/api/empresas');
  await page.reload();
  await foot(page).click();
  await expect(switcher(page).getByRole('status', { name: 'Carregando...' })).toBeVisible();
  release();
  await expect(choice(page, 'Ana Souza')).toBeFocused();
});

test('a switch that the server refuses changes nothing', async ({ page, operator, expectErrors }) => {
  expectErrors(/403|Erro/);
  const boreal = await anotherEmpresa(operator);
  // The list that the page shows is older than the departure. The page reads it again when the panel opens.
  const empresas = await (await page.request.get('/api/empresas')).json();
  await page.route('**/api/empresas', (route) => route.fulfill({ json: empresas }));
  await page.goto('/cadastros/marca');
  await foot(page).click();
  await expect(choice(page, 'Boreal')).toBeVisible();
  await leaveEmpresa(operator, boreal);
  await choice(page, 'Boreal').click();
  await expectFailure(page, 'Erro ao trocar de empresa');
  await expect(foot(page)).toContainText('Ana Souza');
  await expect(page).toHaveURL('/cadastros/marca');
  await expect(lost(page)).toHaveCount(0);
});

test('at 390 px the panel gives way to a sheet with the empresas', async ({ page, operator }) => {
  const boreal = await anotherEmpresa(operator, { papel: 'consulta' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Alternar menu' }).click();
  await foot(page).click();
  await expect(page.getByRole('dialog', { name: 'Navegação' })).toHaveCount(0);
  await expect(choice(page, 'Boreal')).toBeVisible();
  await expectSound(page);
  // The switch replaces the layout, and a menu that is opened before would close with it.
  const moved = page.waitForRequest(
    (request) => request.url().endsWith('/api/inicio') && request.headers()['x-empresa'] === boreal,
  );
  await choice(page, 'Boreal').click();
  await expect(switcher(page)).toBeHidden();
  await moved;
  await page.getByRole('button', { name: 'Alternar menu' }).click();
  await expect(foot(page)).toHaveAccessibleName('Trocar de empresa, agora em Boreal Distribuidora Consulta');
});

test('losing the empresa keeps what was typed, says why, and leads to the other empresa', async ({
  page,
  operator,
  expectErrors,
}) => {
  expectErrors(/403|Erro|A leitura falhou/);
  const boreal = await anotherEmpresa(operator);
  await withoutStream(page);
  await page.goto('/');
  await switchTo(page, 'Boreal Distribuidora');
  await page.goto('/cadastros/marca?abrir=novo');
  await form(page).getByLabel('Marca *').fill('Cofap');
  await leaveEmpresa(operator, boreal);
  await form(page).getByRole('button', { name: 'Cadastrar' }).click();
  await expect(lost(page)).toContainText(
    'Você não faz mais parte da empresa Boreal Distribuidora. O que você digitou continua nesta tela para copiar.',
  );
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(lost(page)).toBeHidden();
  await expect(form(page).getByLabel('Marca *')).toHaveValue('Cofap');
  // Coming back to the tab does not interrupt the copying. The next save asks again.
  const read = page.waitForResponse('**/api/sessoes/atual');
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await read;
  await form(page).getByRole('button', { name: 'Cadastrar' }).click();
  await lost(page).getByRole('button', { name: 'Ir para Ana Souza' }).click();
  await expect(foot(page)).toContainText('Ana Souza');
  await expect(page).toHaveURL('/');
  await expect(toast(page, 'Marca cadastrada')).toHaveCount(0);
  expect(await marcasOf(operator.empresaId)).toEqual([]);
  expect(await marcasOf(boreal)).toEqual([]);
});

test('a tab without a form learns on focus that its empresa is lost', async ({
  page,
  operator,
  expectErrors,
}) => {
  // The screen reads again by itself, and the server refuses it.
  expectErrors(/403/);
  const boreal = await anotherEmpresa(operator);
  await page.goto('/');
  await switchTo(page, 'Boreal Distribuidora');
  await leaveEmpresa(operator, boreal);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(lost(page)).toBeVisible();
  await expect(foot(page)).toContainText('Boreal Distribuidora');
});

test('a dono deletes the empresa by typing its name, everybody only reads, and the dono cancels', async ({
  page,
  operator,
}) => {
  await save(page, 'Bosch');
  await page.goto('/configuracao/dados');
  await page.getByRole('button', { name: 'Excluir a empresa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Excluir a empresa' });
  const confirm = dialog.getByRole('button', { name: 'Excluir a empresa' });
  await dialog.getByLabel('Digite Ana Souza para confirmar').fill('Ana');
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Digite Ana Souza para confirmar').fill('Ana Souza');
  await expectSound(page);
  await confirm.click();
  await expectSuccess(page, 'Exclusão marcada');
  const banner = page.getByText('Esta empresa será excluída em');
  await expect(banner).toBeVisible();
  await expectSound(page);
  await page.goto('/cadastros/marca');
  await expect(row(page, 'Bosch')).toBeVisible();
  await expect(banner).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nova Marca' })).toBeHidden();
  await page.getByRole('button', { name: 'Cancelar a exclusão' }).click();
  await expectSuccess(page, 'Exclusão cancelada');
  await expect(banner).toBeHidden();
  await expect(page.getByRole('button', { name: 'Nova Marca' })).toBeVisible();
  expect(await sql('select from exclusoes where empresa_id = $1', [operator.empresaId])).toEqual([]);
});
