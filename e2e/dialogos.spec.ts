import type { Page } from '@playwright/test';
import { INPUT_DIALOGS, type InputDialog } from './dialogos.ts';
import { aTitular, withColleague } from './dialogos-records.ts';
import { EQUIPE } from './equipe-page.ts';
import { anOperator, expect, hold, sentTo, signIn, sql, test, withoutStream } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { aDeposito, aMarca, aProduto, references, saldo } from './produtos-page.ts';
import { button, dialog, field, question, row, toast } from './register-page.ts';
import { rowsOf, saveAsBruno } from './register-walks.ts';
import { expectSound } from './sound.ts';

/** Opens the start page and then the page of the dialog, so that the history has an entry before it. */
async function comeTo(page: Page, address: string): Promise<void> {
  await page.goto('/');
  await page.goto(address);
}

const asked = async (page: Page, answer: 'Cancelar' | 'Descartar') => {
  await expect(question(page)).toContainText(/^(Descartar|Sair)/);
  await question(page).getByRole('button', { name: answer }).click();
  await expect(question(page)).toBeHidden();
};

const opened = (page: Page, { title }: InputDialog) => page.getByRole('dialog', { name: title });
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Rascunho de' });

test.describe('a dialog that takes input', () => {
  for (const each of INPUT_DIALOGS) {
    test(`asks before typed work is lost, and keeps a draft over a reload: ${each.about}`, async ({
      page,
      operator,
    }) => {
      const { before = '', text } = each;
      const address = await each.prepare(page, operator);
      const form = opened(page, each);
      const control = each.typed(form);
      await comeTo(page, address);

      // Nothing is typed, so Escape and Back close it without a question, and only it.
      await each.open(page);
      await expect(control).toHaveValue(before);
      await expect(page).toHaveURL(new RegExp(each.name));
      const open = page.url();
      await page.keyboard.press('Escape');
      await expect(form).toBeHidden();
      await expect(page).not.toHaveURL(open);
      const closed = page.url();
      await each.open(page);
      await expect(control).toHaveValue(before);
      await page.goBack();
      await expect(form).toBeHidden();
      await expect(page).toHaveURL(closed);

      // Typed work is asked about: Escape, the button, and Back.
      await each.open(page);
      await control.fill(text);
      for (const leave of [
        () => page.keyboard.press('Escape'),
        () => form.getByRole('button', { name: 'Fechar' }).last().click(),
        () => page.goBack(),
      ]) {
        await leave();
        await asked(page, 'Cancelar');
        await expect(control).toHaveValue(text);
        await expect(page).toHaveURL(open);
      }

      // A reload brings the draft back.
      await page.reload();
      await expect(control).toHaveValue(text);
      await expect(notice(page).last()).toContainText('recuperado. Ainda não foi salvo.');
      await form.getByRole('button', { name: 'Descartar rascunho' }).click();
      await expect(control).toHaveValue(before);
      await expect(form.getByRole('button', { name: 'Descartar rascunho' })).toHaveCount(0);

      // What the person discards does not come back.
      await control.fill(text);
      await page.keyboard.press('Escape');
      await asked(page, 'Descartar');
      await expect(form).toBeHidden();
      await expect(page).toHaveURL(closed);
      await each.open(page);
      await expect(control).toHaveValue(before);
      await page.reload();
      await expect(control).toHaveValue(before);
    });
  }
});

for (const width of [390, 1440])
  test(`the notice of a draft and the question are sound at ${width} px, by keyboard alone`, async ({
    page,
    operator,
  }) => {
    expect(operator.userId).toBeTruthy();
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/catalogo/produtos?abrir=novo');
    const form = page.getByRole('dialog', { name: 'Novo Produto' });
    await form.getByLabel('SKU', { exact: true }).fill('FRE-1');
    await page.reload();
    await expect(notice(page)).toBeVisible();
    await expectSound(page, '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(question(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await expectSound(page, '[role=alertdialog]');
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(form.getByLabel('SKU', { exact: true })).toHaveValue('FRE-1');
    await tabTo(page, form.getByRole('button', { name: 'Descartar rascunho' }));
    await page.keyboard.press('Enter');
    await expect(form.getByLabel('SKU', { exact: true })).toHaveValue('');
    await expect(form).toBeFocused();
  });

test.describe('Back', () => {
  test('after a save does not open the dialog again, and Forward does not either', async ({
    page,
    operator,
  }) => {
    await comeTo(page, '/cadastros/marca');
    await page.getByRole('button', { name: 'Nova Marca' }).click();
    await field(page, 'Marca *').fill('Cofap');
    await button(page, 'Cadastrar').click();
    await expect(row(page, 'Cofap')).toBeVisible();
    await expect(page).toHaveURL('/cadastros/marca');
    await expect(page.getByRole('button', { name: 'Nova Marca' })).toBeFocused();
    await page.goForward();
    await expect(page).toHaveURL('/cadastros/marca');
    await expect(dialog(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/cadastros/marca');
    await page.goBack();
    await expect(page).toHaveURL('/');
    expect(await rowsOf('marcas', operator)).toHaveLength(1);
  });

  test('leaves a record that a link opened, and closing it shows its list', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    const { id } = await aMarca(page, 'Bosch');
    await comeTo(page, `/cadastros/marca?abrir=${id}`);
    await expect(field(page, 'Marca *')).toHaveValue('Bosch');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/cadastros/marca');
    await expect(row(page, 'Bosch')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('closes the Lixeira, the Histórico and the stock of a produto, one at a time', async ({
    page,
    operator,
  }) => {
    expect(operator.userId).toBeTruthy();
    const loja = await aDeposito(page, 'Loja');
    await aProduto(page, await references(page), { nome: 'Filtro', depositos: [saldo(loja.id, '12')] });
    await comeTo(page, '/catalogo/produtos');
    await page.getByRole('button', { name: 'Lixeira' }).click();
    await expect(dialog(page)).toContainText('A lixeira está vazia.');
    await page.reload();
    await expect(dialog(page)).toContainText('A lixeira está vazia.');
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL('/catalogo/produtos');

    await page.getByRole('button', { name: 'Ver estoque de Filtro' }).click();
    await page.getByRole('button', { name: 'Movimentar' }).click();
    await expect(page.getByRole('dialog', { name: 'Movimentar estoque' })).toContainText('Filtro');
    await page.reload();
    await expect(page.getByRole('dialog', { name: 'Movimentar estoque' })).toContainText('Filtro');
    await page.goBack();
    await expect(page.getByRole('dialog', { name: 'Movimentar estoque' })).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Estoque por Depósito' })).toBeVisible();
    await page.goBack();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL('/catalogo/produtos');

    await page.getByRole('button', { name: 'Editar Filtro' }).click();
    await page.getByRole('button', { name: 'Histórico' }).click();
    await expect(page.getByRole('dialog', { name: 'Histórico' })).toContainText('cadastrou');
    await page.goBack();
    await expect(page.getByRole('dialog', { name: 'Histórico' })).toHaveCount(0);
    await expect(page.getByRole('dialog', { name: 'Editar Produto' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('after a movimento of stock leads to the page before', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    const loja = await aDeposito(page, 'Loja');
    await aProduto(page, await references(page), { nome: 'Filtro', depositos: [saldo(loja.id, '12')] });
    await comeTo(page, '/catalogo/inventario');
    await page.getByRole('button', { name: 'Ações de Filtro em Loja' }).click();
    await page.getByRole('menuitem', { name: 'Entrada' }).click();
    await field(page, 'Quantidade').fill('3');
    await button(page, 'Registrar').click();
    await expect(toast(page, 'Entrada registrada')).toBeVisible();
    await expect(page).toHaveURL('/catalogo/inventario');
    await page.goBack();
    await expect(page).toHaveURL('/');
  });
});

test.describe('a draft', () => {
  test('contains no password', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/cadastros/clientes?abrir=novo');
    await field(page, 'Nome').fill('Rui');
    await field(page, 'Senha').fill('k7q2xz');
    await field(page, 'Confirmar Senha').fill('k7q2xz');
    await page.reload();
    await expect(field(page, 'Nome')).toHaveValue('Rui');
    await expect(field(page, 'Senha')).toHaveValue('');
    await expect(field(page, 'Confirmar Senha')).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('k7q2xz');
  });

  test('of a new password does not exist, but leaving it asks first', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await page.goto('/perfil');
    await page.getByRole('button', { name: 'Alterar senha' }).click();
    await field(page, 'Nova senha').fill('k7q2xz');
    await page.goBack();
    await asked(page, 'Cancelar');
    await expect(field(page, 'Nova senha')).toHaveValue('k7q2xz');
    await page.reload();
    await expect(field(page, 'Nova senha')).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('k7q2xz');
  });

  test('never appears for the next person in the tab', async ({ page, operator }) => {
    await withoutStream(page);
    await page.goto('/cadastros/marca?abrir=novo');
    await field(page, 'Marca *').fill('Segredo da Ana');
    await page.reload();
    await expect(field(page, 'Marca *')).toHaveValue('Segredo da Ana');
    // The session ends while the tab is closed, and another person signs in.
    await page.goto('about:blank');
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await signIn(page, await anOperator({ name: 'Bia Nunes', empresaId: operator.empresaId }));
    await page.goto('/cadastros/marca?abrir=novo');
    await expect(field(page, 'Marca *')).toHaveValue('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Segredo');
  });

  test('waits for the same person when the session ended meanwhile', async ({ page, operator }) => {
    await withoutStream(page);
    await page.goto('/cadastros/marca?abrir=novo');
    await field(page, 'Marca *').fill('Cofap');
    await page.reload();
    await expect(field(page, 'Marca *')).toHaveValue('Cofap');
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await page.reload();
    await expect(page).toHaveURL(/\/auth\/login/);
    await page.getByLabel('Email').fill(operator.email);
    await page.getByLabel('Senha', { exact: true }).fill(operator.senha);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await expect(field(page, 'Marca *')).toHaveValue('Cofap');
  });

  test('is deleted by a sign-out', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    // An open stream would keep the network from being idle.
    await withoutStream(page);
    await page.goto('/cadastros/marca?abrir=novo');
    await field(page, 'Marca *').fill('Cofap');
    await page.reload();
    await expect(notice(page)).toBeVisible();
    // A read that is under way when the session ends would be refused.
    await page.waitForLoadState('networkidle');
    // The dialog covers the header, so the test presses what lies underneath.
    await page.getByRole('button', { name: 'Sair', exact: true, includeHidden: true }).dispatchEvent('click');
    await expect(page).toHaveURL('/auth/login');
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  test('never appears in another empresa', async ({ page, operator }) => {
    const boreal = crypto.randomUUID();
    await sql('insert into empresas (id, nome) values ($1, $2)', [boreal, 'Boreal']);
    await sql("insert into membros (empresa_id, user_id, papel) values ($1, $2, 'dono')", [
      boreal,
      operator.userId,
    ]);
    await page.goto('/cadastros/marca?abrir=novo');
    await field(page, 'Marca *').fill('Cofap');
    await page.reload();
    await expect(field(page, 'Marca *')).toHaveValue('Cofap');
    await page.goto(`/cadastros/marca?abrir=novo&empresa=${boreal}`);
    // The dialog covers the switcher.
    const switcher = page.getByRole('button', { name: /agora em Boreal/, includeHidden: true });
    await expect(switcher).toBeAttached();
    await expect(field(page, 'Marca *')).toHaveValue('');
  });

  test('of a record that another person changed meanwhile shows the notice, and both changes are saved', async ({
    page,
    operator,
    browser,
  }) => {
    const { id } = await aMarca(page, 'Bosch');
    await page.goto(`/cadastros/marca?abrir=${id}`);
    await field(page, 'Descrição').fill('Freios');
    await page.reload();
    await expect(field(page, 'Descrição')).toHaveValue('Freios');
    await saveAsBruno(browser, operator, {
      address: `/api/marcas/${id}`,
      data: { nome: 'Robert Bosch', descricao: null, logo_url: null, versao: 1 },
    });
    await page.reload();
    await expect(dialog(page)).toContainText('alterou este registro enquanto você editava');
    await expect(field(page, 'Marca *')).toHaveValue('Robert Bosch');
    await expect(field(page, 'Descrição')).toHaveValue('Freios');
    await button(page, 'Atualizar').click();
    await expect(row(page, 'Robert Bosch')).toContainText('Freios');
    expect(await rowsOf('marcas', operator)).toMatchObject([{ nome: 'Robert Bosch', descricao: 'Freios' }]);
  });

  test('of a movimento whose answer was lost records it once', async ({ page, operator, expectErrors }) => {
    expectErrors(/Failed to load resource|recusado|A leitura falhou/);
    const loja = await aDeposito(page, 'Loja');
    await aProduto(page, await references(page), { nome: 'Filtro', depositos: [saldo(loja.id, '12')] });
    await page.goto('/catalogo/inventario');
    await page.getByRole('button', { name: 'Ações de Filtro em Loja' }).click();
    await page.getByRole('menuitem', { name: 'Entrada' }).click();
    await field(page, 'Quantidade').fill('3');
    // The server records it, and the answer does not arrive.
    await page.route('**/api/movimentos', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await button(page, 'Registrar').click();
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    await page.unroute('**/api/movimentos');
    await page.reload();
    await expect(field(page, 'Quantidade')).toHaveValue('3');
    await button(page, 'Registrar').click();
    await expect(toast(page, 'Entrada registrada')).toBeVisible();
    const [stock] = await rowsOf('produtos', operator);
    expect(stock).toMatchObject({ estoque_inicial: '15.00' });
  });

  test('of a save that fails after the dialog closed comes back', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/Failed to load resource|recusad|Erro/);
    expect(operator.userId).toBeTruthy();
    const loja = await aDeposito(page, 'Loja');
    await aProduto(page, await references(page), { nome: 'Filtro', depositos: [saldo(loja.id, '12')] });
    await page.goto('/catalogo/inventario');
    const act = async () => {
      await page.getByRole('button', { name: 'Ações de Filtro em Loja' }).click();
      await page.getByRole('menuitem', { name: 'Saída' }).click();
    };
    await act();
    await field(page, 'Quantidade').fill('99');
    const answer = await hold(page, '**/api/movimentos');
    const sent = sentTo(page, '/api/movimentos');
    await button(page, 'Registrar').click();
    await expect.poll(() => sent.length).toBe(1);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    answer();
    await expect(toast(page, 'Erro')).toBeVisible();
    await act();
    await expect(field(page, 'Quantidade')).toHaveValue('99');
  });

  test('keeps the choice of the membro who receives the empresa', async ({ page, operator }) => {
    await withColleague(operator);
    await page.goto(EQUIPE);
    await page.getByRole('button', { name: 'Ações de Ana Souza' }).click();
    await page.getByRole('menuitem', { name: 'Transferir a empresa' }).click();
    await dialog(page)
      .getByRole('radio', { name: /Bruno Lima/ })
      .check();
    await page.reload();
    await expect(dialog(page).getByRole('radio', { name: /Bruno Lima/ })).toBeChecked();
    await page.goBack();
    await asked(page, 'Descartar');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page).toHaveURL(EQUIPE);
  });

  test('keeps the records that belong to a titular', async ({ page, operator }) => {
    expect(operator.userId).toBeTruthy();
    await aTitular(page);
    await page.goto('/configuracao/dados');
    await page.getByRole('button', { name: 'Registrar pedido' }).click();
    await field(page, 'Quem pede').fill('Maria Aparecida');
    await field(page, 'Contato para a resposta').fill('maria@exemplo.com.br');
    await dialog(page).getByRole('button', { name: 'Registrar pedido' }).click();
    const answer = page.getByRole('dialog', { name: /^Acesso aos dados/ });
    await answer.getByLabel('CPF, CNPJ, email ou nome').fill('maria');
    await page.keyboard.press('Enter');
    await answer.getByRole('checkbox', { name: /Maria Aparecida/ }).check();
    await page.reload();
    await expect(answer.getByRole('checkbox', { name: /Maria Aparecida/ })).toBeChecked();
    await page.keyboard.press('Escape');
    await asked(page, 'Descartar');
    await expect(page).toHaveURL('/configuracao/dados');
  });
});
