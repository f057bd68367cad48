import type { Page } from '@playwright/test';
import { expect, hold, sql, test } from './fixtures.ts';
import { aMarca, PRODUTOS, produtoDialog, produtoField } from './produtos-page.ts';
import { button, field, question, row, toast } from './register-page.ts';
import { expectSound } from './sound.ts';

/** The line above every screen about the connection. */
const strip = (page: Page) => page.locator('#faixa');
const retry = (page: Page) => page.getByRole('button', { name: 'Tentar de novo' });

const CUT =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|404|não foi renovada|A leitura falhou|A tela não carregou|ChunkError|^Erro/;

test.beforeEach(({ operator, expectErrors }) => {
  expect(operator.userId).toBeTruthy();
  expectErrors(CUT);
});

test.describe('without a network', () => {
  test('a dialog opens with its failure, and loads when the network is back', async ({ page, context }) => {
    await page.goto(PRODUTOS);
    await expect(page.getByText('Nenhum produto cadastrado ainda')).toBeVisible();
    await context.setOffline(true);
    await expect(strip(page)).toContainText('Sem conexão. O que você digitou continua aqui.');
    await page.getByRole('button', { name: 'Novo Produto' }).click();
    await expect(produtoDialog(page).getByRole('alert')).toContainText('não carregou');
    await expectSound(page, 'dialog');
    // Still offline: the button tries, and says the same again.
    await retry(page).click();
    await expect(produtoDialog(page).getByRole('alert')).toContainText('não carregou');
    await page.keyboard.press('Escape');
    await expect(produtoDialog(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Novo Produto' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(retry(page)).toBeVisible();
    await context.setOffline(false);
    await expect(produtoField(page, 'Nome do Produto')).toBeVisible();
    await expect(strip(page)).toBeHidden();
  });

  test('a screen says so inside the layout, without the error screen, and loads by itself later', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Vendedores' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'A tela não carregou' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Vendedores' })).toBeVisible();
  });

  test('a save fails with its sentence, the form keeps its text, and the next save makes one record', async ({
    page,
    context,
    operator,
  }) => {
    await page.goto('/cadastros/marca?abrir=novo');
    await field(page, 'Marca *').fill('Bosch');
    await context.setOffline(true);
    await button(page, 'Cadastrar').click();
    await expect(toast(page, 'Erro ao salvar marca')).toContainText('Sem resposta do servidor');
    await expect(field(page, 'Marca *')).toHaveValue('Bosch');
    await expectSound(page);
    await context.setOffline(false);
    await button(page, 'Cadastrar').click();
    await expect(toast(page, 'Marca cadastrada com sucesso')).toBeVisible();
    await expect(row(page, 'Bosch')).toBeVisible();
    const kept = await sql('select nome from marcas where empresa_id = $1', [operator.empresaId]);
    expect(kept).toEqual([{ nome: 'Bosch' }]);
  });
});

test('a program that does not arrive leaves a sentence and a button instead of a skeleton', async ({
  page,
}) => {
  await page.route(/\/assets\/index-.*\.js/, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('O Prumo não carregou. Verifique sua conexão.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Recarregar' }).click();
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
});

test.describe('on a slow network', () => {
  test('Novo Produto opens at once with a skeleton, and a bar shows that the page waits', async ({
    page,
  }) => {
    await page.goto(PRODUTOS);
    const release = await hold(page, /\/assets\/produto-dialog/);
    await page.getByRole('button', { name: 'Novo Produto' }).click();
    await expect(produtoDialog(page).getByRole('status', { name: 'Carregando...' })).toBeVisible();
    await expect(page.locator('.waiting')).toBeVisible();
    await expectSound(page, 'dialog');
    release();
    await expect(produtoField(page, 'Nome do Produto')).toBeVisible();
    await expect(page.locator('.waiting')).toBeHidden();
  });

  test('a question opens at once too, and Escape closes it while it loads', async ({ page }) => {
    await aMarca(page, 'Bosch');
    await page.goto('/cadastros/marca');
    const release = await hold(page, /\/assets\/eager-confirm-dialog/);
    await page.getByRole('button', { name: 'Excluir Bosch' }).click();
    const shell = page.getByRole('dialog', { name: 'Deseja realmente excluir esta marca?' });
    await expect(shell).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shell).toBeHidden();
    await expect(page.getByRole('button', { name: 'Excluir Bosch' })).toBeFocused();
    release();
    await page.keyboard.press('Enter');
    await expect(question(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
  });

  test('Escape closes a dialog that still loads, and not the form below it', async ({ page }) => {
    await aMarca(page, 'Bosch');
    await page.goto('/cadastros/marca');
    await page.getByRole('button', { name: 'Editar Bosch' }).click();
    await field(page, 'Marca *').fill('Boch');
    const release = await hold(page, /\/assets\/history-dialog/);
    await button(page, 'Histórico').click();
    const shell = page.getByRole('dialog', { name: 'Histórico' });
    await expect(shell).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shell).toBeHidden();
    await expect(field(page, 'Marca *')).toHaveValue('Boch');
    release();
  });
});

test('a server that hangs is named after 5 seconds, and after 20 the list offers a retry', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const release = await hold(page, /\/api\/marcas\?/);
  await page.getByRole('link', { name: 'Marca', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Marcas' })).toBeVisible();
  await page.clock.runFor(5000);
  await expect(strip(page)).toHaveText('O servidor está demorando para responder.');
  await page.clock.runFor(15_500);
  await expect(page.getByRole('alert')).toContainText('O servidor demorou demais para responder.');
  release();
  await retry(page).click();
  await expect(page.getByText('Nenhuma marca')).toBeVisible();
  await expect(strip(page)).toBeHidden();
});

test.describe('after a release', () => {
  test('a notice offers to reload, and an open form keeps its text', async ({ page }) => {
    await aMarca(page, 'Bosch');
    await page.goto('/cadastros/marca');
    await page.getByRole('button', { name: 'Editar Bosch' }).click();
    await field(page, 'Marca *').fill('Boch');
    await page.route(/\/api\/marcas/, async (route) => {
      const response = await route.fetch();
      const later = String(Math.floor(Date.now() / 1000) + 3600);
      await route.fulfill({ response, headers: { ...response.headers(), 'x-release': later } });
    });
    await button(page, 'Atualizar').click();
    await expect(toast(page, 'Marca atualizada com sucesso')).toBeVisible();
    await expect(strip(page)).toContainText('Há uma versão nova.');
    await expectSound(page);
    await page.getByRole('button', { name: 'Editar Boch' }).click();
    await field(page, 'Marca *').fill('Bosch');
    await expect(strip(page)).toContainText('Há uma versão nova.');
    await expect(field(page, 'Marca *')).toHaveValue('Bosch');
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Descartar' }).click();
    await expect(question(page)).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Recarregar' }).click();
    await expect(strip(page)).toBeHidden();
    await expect(row(page, 'Boch')).toBeVisible();
  });

  test('a chunk that is gone gives the notice and not an error screen', async ({ page }) => {
    await page.goto(PRODUTOS);
    await page.route(/\/assets\/produto-dialog/, (route) => route.fulfill({ status: 404, body: '{}' }));
    await page.getByRole('button', { name: 'Novo Produto' }).click();
    await expect(produtoDialog(page).getByRole('alert')).toContainText(
      'O Prumo foi atualizado. Recarregue a página',
    );
    await expect(strip(page)).toContainText('Há uma versão nova.');
    await page.unrouteAll();
    await retry(page).click();
    await expect(produtoField(page, 'Nome do Produto')).toBeVisible();
  });
});

test.describe('a toast', () => {
  test('is left by Tab, gives the focus back when it disappears, and Escape returns from it', async ({
    page,
  }) => {
    await aMarca(page, 'Bosch');
    await aMarca(page, 'Valeo');
    await page.goto('/cadastros/marca');
    const remove = async (nome: string) => {
      await page.getByRole('button', { name: `Excluir ${nome}` }).click();
      await question(page).getByRole('button', { name: 'Excluir' }).click();
      await expect(toast(page, 'Marca excluída com sucesso')).toBeVisible();
    };
    await remove('Bosch');
    const before = page.getByRole('button', { name: 'Nova Marca' });
    const undo = page.getByRole('button', { name: 'Desfazer' });
    await before.focus();
    await page.keyboard.press('Alt+t');
    await page.keyboard.press('Tab');
    await expect(undo).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(undo).not.toBeFocused();
    await expect(before).not.toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(undo).toBeFocused();
    await before.focus();
    await page.keyboard.press('Alt+t');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(before).toBeFocused();
    await page.keyboard.press('Alt+t');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(row(page, 'Bosch')).toBeVisible();
    await expect(before).toBeFocused();
  });

  for (const width of [1440, 1024, 390])
    test(`covers no button of a dialog or a page that is ${width} pixels wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      const warn = async () => {
        // The palette does not open over unsaved text, and a toast says so.
        await page.keyboard.press('Control+k');
        await expect(toast(page, 'Salve ou feche o formulário')).toBeVisible();
      };
      await page.goto('/cadastros/marca?abrir=novo');
      await field(page, 'Marca *').fill('Bosch');
      await warn();
      expect(await coveredButtons(page, '[role=dialog]')).toEqual([]);
      await button(page, 'Cancelar').click();
      await expect(toast(page, 'Salve ou feche o formulário')).toBeVisible();
      expect(await coveredButtons(page, '#root')).toEqual([]);
      // The produto has the largest dialog.
      await page.goto(`${PRODUTOS}?abrir=novo`);
      await produtoField(page, 'Nome do Produto').fill('Filtro');
      await warn();
      expect(await coveredButtons(page, '[role=dialog]')).toEqual([]);
    });
});

/** The buttons and links that a press in their middle would miss because of a toast. */
const coveredButtons = (page: Page, part: string) =>
  page.evaluate((selector) => {
    const buttons = [...document.querySelectorAll<HTMLElement>(`${selector} :is(button, a, [role=tab])`)];
    const isCovered = (element: HTMLElement) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return width > 1 && hit?.closest('section[aria-live]') != null && !hit.contains(element);
    };
    return buttons.filter(isCovered).map((element) => element.textContent || element.ariaLabel);
  }, part);
