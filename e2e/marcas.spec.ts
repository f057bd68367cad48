import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  anOperator,
  apiHeaders,
  expect,
  hold,
  ORIGIN,
  sentTo,
  signIn,
  sql,
  test,
  withoutStream,
} from './fixtures.ts';
import { expectClosingAsks } from './leaving.ts';
import { toast } from './register-page.ts';
import { errorsOf, expectFailure } from './toasts.ts';

const row = (page: Page, nome: string) => page.getByRole('row').filter({ hasText: nome });
const dialog = (page: Page) => page.getByRole('dialog');

async function aMarca(page: Page, input: object): Promise<{ id: string }> {
  const data = { nome: 'Bosch', descricao: null, logo_url: null, ...input };
  const response = await page.request.post('/api/marcas', { data, headers: apiHeaders });
  expect(response.status()).toBe(201);
  return response.json();
}

const png = async (side = 300) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#225588' } })
    .png()
    .toBuffer();

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

test.describe('the list', () => {
  test('[MARC-01] [MARC-02] [MARC-03] shows its texts, columns and actions', async ({ page }) => {
    await aMarca(page, { nome: 'Sem logo', descricao: 'Peças' });
    const upload = await page.request.post('/api/arquivos/logos', {
      data: await png(),
      headers: { ...apiHeaders, 'content-type': 'application/octet-stream' },
    });
    await aMarca(page, { nome: 'Com logo', logo_url: (await upload.json()).url });
    await page.goto('/cadastros/marca');
    await expect(page.getByRole('heading', { level: 1, name: 'Marcas' })).toBeVisible();
    await expect(page.getByText('Gerencie as marcas cadastradas no sistema')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nova Marca' })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText(['Nome', 'Descrição', 'Logo', 'Ações']);
    await expect(row(page, 'Sem logo').getByRole('cell').nth(1)).toHaveText('Peças');
    await expect(row(page, 'Sem logo').getByRole('cell').nth(2)).toHaveText('-');
    const logo = row(page, 'Com logo').getByRole('img');
    await expect(logo).toBeVisible();
    await expect
      .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await logo.boundingBox()).toMatchObject({ width: 32, height: 32 });
    for (const action of ['Editar Com logo', 'Excluir Com logo'])
      await expect(row(page, 'Com logo').getByRole('button', { name: action })).toBeVisible();
  });

  test('[MARC-04] shows a loading text, then the empty text', async ({ page }) => {
    const answer = await hold(page, /\/api\/marcas\?/);
    await page.goto('/cadastros/marca');
    await expect(page.getByText('Carregando...')).toBeVisible();
    await expect(page.getByText('Nenhuma marca cadastrada ainda')).toHaveCount(0);
    answer();
    await expect(page.getByText('Nenhuma marca cadastrada ainda')).toBeVisible();
    await expect(page.getByText('Carregando...')).toHaveCount(0);
  });

  test('searches, sorts and pages on the server, and the address keeps the state', async ({ page }) => {
    for (let n = 1; n <= 120; n++) await aMarca(page, { nome: `Marca ${String(n).padStart(3, '0')}` });
    await aMarca(page, { nome: 'Ação Especial' });
    await page.goto('/cadastros/marca');
    await expect(page.getByText('1–100 de 121')).toBeVisible();
    await page.getByRole('button', { name: 'Próxima página' }).click();
    await expect(page.getByText('101–121 de 121')).toBeVisible();
    await page.reload();
    await expect(page.getByText('101–121 de 121')).toBeVisible();
    await page.getByRole('button', { name: 'Página anterior' }).click();
    await expect(page.getByText('1–100 de 121')).toBeVisible();

    await page.getByRole('button', { name: 'Nome' }).click();
    await expect(page.getByRole('columnheader', { name: 'Nome' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(page.getByRole('row').nth(1)).toContainText('Ação Especial');
    await expect(page).toHaveURL(/ordem=nome/);

    await page.getByRole('searchbox', { name: 'Buscar marcas' }).fill('acao');
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(page).toHaveURL(/busca=acao/);
    await page.reload();
    await expect(row(page, 'Ação Especial')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Buscar marcas' }).fill('não existe');
    await expect(page.getByText(/Nenhum resultado|Nada encontrado/)).toBeVisible();
    await page
      .getByRole('button', { name: /Limpar/ })
      .first()
      .click();
    await expect(page.getByText('1–100 de 121')).toBeVisible();
  });

  test('[FMT-09] [NAV-23] a failed read is retried three times before it is reported, and is logged', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/503|Failed to load/);
    const logged = errorsOf(page);
    let tries = 0;
    await page.route(/\/api\/marcas\?/, (route) => {
      tries += 1;
      const body = { codigo: 'unavailable', mensagem: 'O sistema está se recuperando.', pedido: 'x' };
      return route.fulfill({ status: 503, json: body, contentType: 'application/problem+json' });
    });
    await page.goto('/cadastros/marca');
    await expect(page.getByRole('alert')).toContainText('O sistema está se recuperando.');
    expect(tries).toBe(4);
    expect(logged.filter((line) => line.startsWith('A leitura falhou /api/marcas'))).toHaveLength(1);
    await page.unroute(/\/api\/marcas\?/);
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await expect(page.getByText('Nenhuma marca cadastrada ainda')).toBeVisible();
  });

  test('clearing a search returns the focus to its field', async ({ page }) => {
    await aMarca(page, { nome: 'Monroe' });
    await page.goto('/cadastros/marca?busca=monroe');
    await expect(row(page, 'Monroe')).toBeVisible();
    await page.getByRole('button', { name: 'Limpar busca' }).press('Enter');
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.getByRole('searchbox').fill('nada');
    await expect(page.getByText('Nenhum resultado para “nada”')).toBeVisible();
    await page.getByRole('table').locator('..').getByRole('button', { name: 'Limpar busca' }).press('Enter');
    await expect(row(page, 'Monroe')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Marcas' })).toBeFocused();
  });

  test('[FMT-10] a read stays in the cache for five minutes, and is read again on every visit', async ({
    page,
    expectErrors,
  }) => {
    // The jumps of the clock end the reads of Início as late.
    expectErrors(/A leitura falhou \/api\/inicio/);
    await page.clock.install();
    await aMarca(page, { nome: 'Guardada' });
    const menu = page.getByRole('navigation', { name: 'Menu Principal' });
    const away = async () => {
      await menu.getByRole('link', { name: 'Dashboard' }).click();
      await expect(page.getByRole('heading', { name: /Bem-vindo/ })).toBeVisible();
    };
    const back = () => menu.getByRole('link', { name: 'Marca', exact: true }).click();
    // Without the stream nobody says what changed meanwhile.
    await withoutStream(page);
    await page.goto('/cadastros/marca');
    await expect(row(page, 'Guardada')).toBeVisible();
    await away();
    await page.clock.fastForward('04:50');
    const reads = sentTo(page, '/api/marcas', 'GET');
    const release = await hold(page, '**/api/marcas?*');
    await back();
    await expect(row(page, 'Guardada')).toBeVisible();
    await expect.poll(() => reads.length).toBe(1);
    await away();
    await page.clock.fastForward('05:10');
    await back();
    await expect(page.getByRole('heading', { level: 1, name: 'Marcas' })).toBeVisible();
    await expect(row(page, 'Guardada')).toHaveCount(0);
    release();
    await expect(row(page, 'Guardada')).toBeVisible();
  });
});

test.describe('the dialog', () => {
  test('[MARC-05] [MARC-08] shows its title, fields and buttons for a new marca', async ({ page }) => {
    await page.goto('/cadastros/marca');
    await page.getByRole('button', { name: 'Nova Marca' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Nova Marca' })).toBeVisible();
    await expect(dialog(page).getByLabel('Marca *')).toBeVisible();
    await expect(dialog(page).getByLabel('Descrição')).toHaveJSProperty('tagName', 'TEXTAREA');
    await expect(dialog(page).getByText('Logo', { exact: true })).toBeVisible();
    await expect(dialog(page).locator('input[type="file"]')).toHaveAttribute('accept', /^image\/\*,/);
    await expect(dialog(page).locator('input[type="url"]')).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Cancelar' })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Cadastrar' })).toBeVisible();
  });

  test('going back and closing the browser tab with changes ask first', async ({ page }) => {
    await page.goto('/cadastros/marca');
    await page.getByRole('button', { name: 'Nova Marca' }).click();
    await dialog(page).getByLabel('Marca *').fill('Bosch');
    await page.goBack();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(page).toHaveURL('/cadastros/marca?abrir=novo');
    await expect(dialog(page).getByLabel('Marca *')).toHaveValue('Bosch');
    await expectClosingAsks(page);
    await page.goBack();
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL('/cadastros/marca');
  });

  test('[MARC-12] requires a name of at most 100 characters', async ({ page }) => {
    await page.goto('/cadastros/marca?abrir=novo');
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(dialog(page).getByText('Nome é obrigatório')).toBeVisible();
    await expect(dialog(page).getByLabel('Marca *')).toBeFocused();
    await dialog(page).getByLabel('Marca *').fill('x'.repeat(101));
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(dialog(page).getByText('Use até 100 caracteres.')).toBeVisible();
    await dialog(page).getByLabel('Marca *').fill('x'.repeat(100));
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(row(page, 'x'.repeat(100))).toBeVisible();
  });

  test('[MARC-18] [MARC-19] [NAV-22] a save is sent once, and the list shows the new marca', async ({
    page,
  }) => {
    await page.goto('/cadastros/marca');
    await page.getByRole('button', { name: 'Nova Marca' }).click();
    const sent = sentTo(page, '/api/marcas');
    const answer = await hold(page, '**/api/marcas');
    await dialog(page).getByLabel('Marca *').fill('Cofap');
    await dialog(page).getByLabel('Descrição').fill('Amortecedores');
    const save = dialog(page).getByRole('button', { name: /Cadastrar|Salvando/ });
    await save.click();
    await expect(save).toBeDisabled();
    await save.click({ force: true });
    await dialog(page).getByLabel('Marca *').press('Enter');
    answer();
    await expect(dialog(page)).toBeHidden();
    await expect(toast(page, 'Marca cadastrada com sucesso')).toBeVisible();
    await expect(row(page, 'Cofap')).toContainText('Amortecedores');
    expect(sent).toHaveLength(1);
    await page.getByRole('button', { name: 'Nova Marca' }).click();
    await expect(dialog(page).getByLabel('Marca *')).toHaveValue('');
  });

  test('[MARC-06] [MARC-19] [FMT-12] editing loads the record, saves it and shows a toast', async ({
    page,
  }) => {
    await aMarca(page, { nome: 'NGK', descricao: 'Velas' });
    await page.goto('/cadastros/marca');
    await page.getByRole('button', { name: 'Editar NGK' }).click();
    await expect(dialog(page).getByRole('heading', { name: 'Editar Marca' })).toBeVisible();
    await expect(dialog(page).getByLabel('Marca *')).toHaveValue('NGK');
    await expect(dialog(page).getByLabel('Descrição')).toHaveValue('Velas');
    await dialog(page).getByLabel('Descrição').fill('Velas e cabos');
    await dialog(page).getByRole('button', { name: 'Atualizar' }).click();
    await expect(toast(page, 'Marca atualizada com sucesso')).toBeVisible();
    await expect(row(page, 'Velas e cabos')).toBeVisible();
    await page.getByRole('button', { name: 'Nova Marca' }).click();
    await expect(dialog(page).getByLabel('Marca *')).toHaveValue('');
  });

  test('[MARC-07] Cancelar closes without saving, and the next form is empty', async ({ page }) => {
    await page.goto('/cadastros/marca');
    await page.getByRole('button', { name: 'Nova Marca' }).click();
    await dialog(page).getByLabel('Marca *').fill('Esquecida');
    await dialog(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText('Nenhuma marca cadastrada ainda')).toBeVisible();
    await page.getByRole('button', { name: 'Nova Marca' }).click();
    await expect(dialog(page).getByLabel('Marca *')).toHaveValue('');
  });

  test('[MARC-20] [NAV-23] a failed save shows an error, is logged, and keeps the form', async ({
    page,
    expectErrors,
  }) => {
    expectErrors(/500|Erro/);
    const logged = errorsOf(page);
    await page.goto('/cadastros/marca?abrir=novo');
    await page.route('**/api/marcas', (route) => route.fulfill({ status: 500, json: {} }));
    await dialog(page).getByLabel('Marca *').fill('Persistente');
    await dialog(page).getByLabel('Descrição').fill('Velas e bobinas');
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expectFailure(page, 'Erro', 'Erro ao salvar marca');
    await expect(dialog(page).getByLabel('Marca *')).toHaveValue('Persistente');
    await expect(dialog(page).getByLabel('Descrição')).toHaveValue('Velas e bobinas');
    expect(logged.filter((line) => line.startsWith('Erro Erro ao salvar marca'))).toHaveLength(1);
    await page.unroute('**/api/marcas');
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(row(page, 'Persistente')).toBeVisible();
  });

  test('[PERM-05] saving and deleting after the session ended asks the person to sign in', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/401|Erro/);
    await withoutStream(page);
    await aMarca(page, { nome: 'Fica' });
    await page.goto('/cadastros/marca?abrir=novo');
    await dialog(page).getByLabel('Marca *').fill('Tarde demais');
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(toast(page, 'Você precisa estar logado').locator('[data-title]')).toHaveText('Erro');
    expect(await sql('select from marcas where empresa_id = $1', [operator.empresaId])).toHaveLength(1);

    await signIn(page, operator);
    await page.goto('/cadastros/marca');
    await page.getByRole('button', { name: 'Excluir Fica' }).click();
    await sql('delete from auth.sessions where user_id = $1', [operator.userId]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Você precisa estar logado').locator('[data-title]')).toHaveText('Erro');
    expect(await sql('select from marcas where empresa_id = $1', [operator.empresaId])).toHaveLength(1);
  });

  test('shows the second of two editors what changed, and keeps what they typed', async ({
    page,
    operator,
    expectErrors,
    browser,
  }) => {
    expectErrors(/409|Erro/);
    const { id } = await aMarca(page, { nome: 'Bosch', descricao: 'Peças' });
    await page.goto(`/cadastros/marca?abrir=${id}`);
    await dialog(page).getByLabel('Marca *').fill('Bosch do Brasil');
    const other = await browser.newPage({ baseURL: ORIGIN });
    await signIn(other, await anOperator({ name: 'Bruno Lima', empresaId: operator.empresaId }));
    const changed = await other.request.put(`/api/marcas/${id}`, {
      data: { nome: 'Robert Bosch', descricao: 'Peças e ferramentas', logo_url: null, versao: 1 },
      headers: apiHeaders,
    });
    expect(changed.status()).toBe(200);
    await other.close();

    await dialog(page).getByRole('button', { name: 'Atualizar' }).click();
    await expect(dialog(page).getByText(/Bruno Lima alterou este registro/)).toBeVisible();
    await expect(dialog(page).getByText('Nome: de "Bosch" para "Robert Bosch"')).toBeVisible();
    await expect(dialog(page).getByLabel('Marca *')).toHaveValue('Bosch do Brasil');
    await expect(dialog(page).getByLabel('Descrição')).toHaveValue('Peças e ferramentas');
    await dialog(page).getByRole('button', { name: 'Usar o valor novo' }).click();
    await expect(dialog(page).getByLabel('Marca *')).toHaveValue('Robert Bosch');
    await dialog(page).getByLabel('Marca *').fill('Bosch do Brasil');
    await dialog(page).getByRole('button', { name: 'Atualizar' }).click();
    await expect(toast(page, 'Marca atualizada com sucesso')).toBeVisible();
    await expect(row(page, 'Bosch do Brasil')).toContainText('Peças e ferramentas');
  });
});

test.describe('the logo', () => {
  const preview = (page: Page) => dialog(page).getByRole('img', { name: 'Prévia do logo' });
  const address = (page: Page) => dialog(page).locator('input[type="url"]');
  const pick = async (page: Page, name = 'logo.png') =>
    dialog(page)
      .locator('input[type="file"]')
      .setInputFiles({ name, mimeType: 'image/png', buffer: await png() });

  test('[MARC-09] [MARC-11] a picked file is previewed at 96 px, uploaded before the save, and can be removed', async ({
    page,
    operator,
  }) => {
    await page.goto('/cadastros/marca?abrir=novo');
    await dialog(page).getByLabel('Marca *').fill('Com arquivo');
    await pick(page);
    await expect(preview(page)).toBeVisible();
    expect(await preview(page).boundingBox()).toMatchObject({ width: 96, height: 96 });
    const order: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') order.push(new URL(request.url()).pathname);
    });
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(row(page, 'Com arquivo').getByRole('img')).toBeVisible();
    expect(order).toEqual(['/api/arquivos/logos', '/api/marcas']);
    const [saved] = await sql('select logo_url from marcas where empresa_id = $1', [operator.empresaId]);
    const image = await page.request.get(String(saved?.['logo_url']));
    expect(image.headers()).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    });
    expect(image.headers()['cache-control']).toContain('immutable');
    expect(image.headers()['content-security-policy']).toContain('sandbox');

    await page.getByRole('button', { name: 'Editar Com arquivo' }).click();
    await expect(preview(page)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Remover logo' }).click();
    await expect(preview(page)).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Atualizar' }).click();
    await expect(row(page, 'Com arquivo').getByRole('cell').nth(2)).toHaveText('-');
    await expect.poll(async () => (await page.request.get(String(saved?.['logo_url']))).status()).toBe(404);
  });

  test('[MARC-10] of a file and an address, the one given last is saved', async ({ page, operator }) => {
    await page.route(/^https:\/\/exemplo\.com\.br/, async (route) =>
      route.fulfill({ body: await png(), contentType: 'image/png' }),
    );
    await page.goto('/cadastros/marca?abrir=novo');
    await dialog(page).getByLabel('Marca *').fill('Indecisa');
    await pick(page);
    await expect(dialog(page).getByText('logo.png')).toBeVisible();
    await address(page).fill('https://exemplo.com.br/logo.png');
    await expect(dialog(page).getByText('logo.png')).toHaveCount(0);
    await pick(page);
    await expect(address(page)).toHaveValue('');
    await address(page).fill('https://exemplo.com.br/logo.png');
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(dialog(page)).toBeHidden();
    const [saved] = await sql('select logo_url from marcas where empresa_id = $1', [operator.empresaId]);
    expect(saved?.['logo_url']).toBe('https://exemplo.com.br/logo.png');
  });

  test('[ARQ-05] a file that is not an image is refused with a sentence, even with the name and type of one', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expectErrors(/422|Erro/);
    await page.goto('/cadastros/marca?abrir=novo');
    await dialog(page).getByLabel('Marca *').fill('Falsa');
    const chooser = dialog(page).locator('input[type="file"]');
    await chooser.setInputFiles({
      name: 'nota.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF'),
    });
    await expect(dialog(page).getByText('Escolha um arquivo de imagem.')).toBeVisible();
    await chooser.setInputFiles({
      name: 'falsa.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    });
    await dialog(page).getByRole('button', { name: 'Cadastrar' }).click();
    await expect(toast(page, 'Erro ao salvar marca')).toContainText('Este arquivo não é uma imagem');
    await expect(dialog(page).getByLabel('Marca *')).toHaveValue('Falsa');
    expect(await sql('select from marcas where empresa_id = $1', [operator.empresaId])).toHaveLength(0);
  });
});

test.describe('deleting', () => {
  test('[MARC-17] [MARC-19] asks first, keeps the marca on Cancelar and removes it on Excluir', async ({
    page,
  }) => {
    await aMarca(page, { nome: 'Monroe' });
    await page.goto('/cadastros/marca');
    await page.getByRole('button', { name: 'Excluir Monroe' }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Deseja realmente excluir esta marca?');
    await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await expect(row(page, 'Monroe')).toBeVisible();
    await page.getByRole('button', { name: 'Excluir Monroe' }).click();
    await question.getByRole('button', { name: 'Excluir' }).click();
    await expect(toast(page, 'Marca excluída com sucesso')).toBeVisible();
    await expect(row(page, 'Monroe')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Marcas' })).toBeFocused();
  });

  test('[FMT-03] Desfazer in the toast restores a marca, and after a reload the Lixeira does, with the deletion date', async ({
    page,
  }) => {
    const remove = async () => {
      await page.getByRole('button', { name: 'Excluir Nakata' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
      await expect(row(page, 'Nakata')).toHaveCount(0);
    };
    await aMarca(page, { nome: 'Nakata', descricao: 'Suspensão' });
    await page.goto('/cadastros/marca');
    await remove();
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect(row(page, 'Nakata')).toContainText('Suspensão');
    await remove();
    await page.reload();
    await page.getByRole('button', { name: 'Lixeira' }).click();
    await expect(dialog(page)).toContainText('Nakata');
    await expect(dialog(page)).toContainText('Ana Souza');
    const today = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format();
    expect(today).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
    await expect(dialog(page)).toContainText(today);
    await dialog(page).getByRole('button', { name: 'Restaurar Nakata' }).click();
    await expect(dialog(page)).toContainText('A lixeira está vazia.');
    await page.keyboard.press('Escape');
    await expect(row(page, 'Nakata')).toContainText('Suspensão');
  });

  test('[MARC-21] a failed delete shows an error and keeps the marca', async ({ page, expectErrors }) => {
    expectErrors(/500|Erro/);
    await aMarca(page, { nome: 'Sabó' });
    await page.goto('/cadastros/marca');
    await page.route(/\/api\/marcas\/./, (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Excluir Sabó' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' }).click();
    await expectFailure(page, 'Erro', 'Erro ao excluir marca');
    await expect(row(page, 'Sabó')).toBeVisible();
  });
});

test('by keyboard alone: create, save, edit, delete, undo', async ({ page }) => {
  await page.goto('/cadastros/marca');
  await expect(page.getByText('Nenhuma marca cadastrada ainda')).toBeVisible();
  await page.getByRole('button', { name: 'Nova Marca' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Marca *')).toBeFocused();
  await page.keyboard.type('Tecfil');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Tecfil')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nova Marca' })).toBeFocused();
  await page.getByRole('button', { name: 'Editar Tecfil' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Marca *')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Editar Tecfil' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Excluir Tecfil' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Marca excluída com sucesso')).toBeVisible();
  await page.keyboard.press('Alt+t');
  const undo = page.getByRole('button', { name: 'Desfazer' });
  for (
    let tabs = 0;
    tabs < 5 && !(await undo.evaluate((button) => button === document.activeElement));
    tabs++
  )
    await page.keyboard.press('Tab');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'Tecfil')).toBeVisible();
});
