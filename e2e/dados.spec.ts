import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { anOperator, apiHeaders, expect, signIn, sql, test } from './fixtures.ts';
import { expectSound } from './sound.ts';

const PATH = '/configuracao/dados';
const NARROW = { width: 390, height: 844 };
/** The worker writes the files of all tests, so a file may take a while. */
const PATIENT = { timeout: 60_000 };

const card = (page: Page, name: string) => page.getByRole('region', { name });
const all = (page: Page) => card(page, 'Baixar tudo');

/** Prepares the file and downloads it. */
async function download(page: Page): Promise<string> {
  await all(page).getByRole('button', { name: 'Preparar arquivo' }).click();
  const button = all(page).getByRole('button', { name: /^Baixar \(/ });
  await expect(button).toBeVisible(PATIENT);
  const started = page.waitForEvent('download');
  await button.click();
  const file = await started;
  expect(file.suggestedFilename()).toMatch(/^prumo-\d{4}-\d{2}-\d{2}\.zip$/);
  return file.path();
}

test('a dono downloads everything and restores it in an empty empresa', async ({
  page,
  operator,
  browser,
}) => {
  const marca = { nome: 'Aurora', descricao: null, logo_url: null };
  await page.request.post('/api/marcas', { data: marca, headers: apiHeaders });
  await page.goto(PATH);
  await expect(card(page, 'Restaurar')).toHaveCount(0);
  await expectSound(page);
  const path = await download(page);
  expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK');
  await expect(all(page).getByRole('button', { name: /^Baixar de novo/ })).toBeVisible(PATIENT);
  // The state survives a reload.
  await page.reload();
  await expect(all(page).getByRole('button', { name: /^Baixar de novo/ })).toBeVisible();
  await expect(all(page)).toContainText('Cada link vale uma vez');
  await expectSound(page);
  await all(page).getByRole('button', { name: 'Apagar arquivo' }).click();
  await expect(all(page)).toContainText('não está mais guardado');

  const other = await anOperator({ name: 'Bruna Reis' });
  const context = await browser.newContext({ viewport: NARROW });
  const restoring = await context.newPage();
  await signIn(restoring, other);
  await restoring.goto(PATH);
  await expectSound(restoring);
  await restoring.getByLabel('Arquivo ZIP do Prumo').setInputFiles(path);
  await expect(card(restoring, 'Restaurar')).toContainText('Restauração concluída', PATIENT);
  await expectSound(restoring);
  const rows = await sql('select nome from marcas where empresa_id = $1', [other.empresaId]);
  expect(rows).toEqual([{ nome: 'Aurora' }]);
  await restoring.goto('/cadastros/marca');
  await expect(restoring.getByText('Aurora').first()).toBeVisible();
  await context.close();
  expect(operator.empresaId).not.toBe(other.empresaId);
});

test('a file that is no ZIP of the product is refused with a sentence, and nothing is written', async ({
  page,
  operator,
}) => {
  await page.goto(PATH);
  const file = { name: 'fotos.zip', mimeType: 'application/zip', buffer: Buffer.alloc(500, 'x') };
  await page.getByLabel('Arquivo ZIP do Prumo').setInputFiles(file);
  await expect(card(page, 'Restaurar').getByRole('alert')).toContainText('não é um ZIP do Prumo', PATIENT);
  await expect(card(page, 'Restaurar').getByRole('button', { name: 'Escolher arquivo ZIP' })).toBeVisible();
  expect(
    await sql('select from historico where empresa_id = $1 and tabela = $2', [operator.empresaId, 'marcas']),
  ).toEqual([]);
});

test('an exportacao can be cancelled while it is under way', async ({ page, operator }) => {
  await sql(
    `insert into exportacoes (empresa_id, user_id, corte, horizonte, contagem)
     values ($1, $2, now(), '0', '{"produtos": {"feitos": 5, "total": 20, "ordem": 0}}')`,
    [operator.empresaId, operator.userId],
  );
  await page.goto(PATH);
  await expect(all(page)).toContainText('5 de 20');
  await all(page).getByText('Ver por tipo de registro').click();
  await expect(all(page)).toContainText('Produtos');
  await expectSound(page);
  await all(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(all(page).getByRole('button', { name: 'Preparar arquivo' })).toBeVisible();
});

test('an administrador finds the requests of titulares, and neither the file of all data nor the deletion', async ({
  page,
  operator,
}) => {
  const caio = await anOperator({ name: 'Caio', empresaId: operator.empresaId, papel: 'administrador' });
  await signIn(page, caio);
  await page.goto(PATH);
  await expect(page.getByRole('heading', { name: 'Pedidos de titulares (LGPD)' })).toBeVisible();
  await expect(prazo(page).getByRole('button', { name: 'Mudar o prazo' })).toBeVisible();
  await expect(all(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Excluir a empresa' })).toHaveCount(0);
  await expectSound(page);
});

test('a membro without a right over the data finds neither the entry in the menu nor a card', async ({
  page,
  operator,
}) => {
  const caio = await anOperator({ name: 'Caio', empresaId: operator.empresaId, papel: 'vendas' });
  await signIn(page, caio);
  await page.goto(PATH);
  await expect(page.getByText('Peça a um dono ou administrador da empresa.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Dados e privacidade' })).toHaveCount(0);
  await expect(all(page)).toHaveCount(0);
  await expect(prazo(page)).toHaveCount(0);
  await expectSound(page);
});

const prazo = (page: Page) => card(page, 'Prazo do histórico');

test('a dono shortens the term of the history with the keyboard, reads what goes and from when, and takes it back', async ({
  page,
  operator,
}) => {
  await sql(
    `insert into historico (empresa_id, id, lote, tabela, registro_id, operacao, depois, user_id)
     select $1, uuidv7(interval '-3 years'), l, 'marcas', l, 'I', '{}', $2 from gen_random_uuid() l`,
    [operator.empresaId, operator.userId],
  );
  await page.goto(PATH);
  await expect(prazo(page)).toContainText('O histórico é guardado por 5 anos.');
  await prazo(page).getByRole('button', { name: 'Mudar o prazo' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Mudar o prazo do histórico' });
  await expect(dialog.getByRole('button', { name: 'Guardar por 5 anos' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^5 anos/ }).focus();
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('radio', { name: /^2 anos/ })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /^2 anos/ })).toHaveAccessibleName(
    /A partir de \d\d\/\d\d\/\d{4}, remove 1 alteração de antes de [a-zç]+ de \d{4}\.$/,
  );
  await expect(dialog).toContainText('O que sai do histórico não volta.');
  await expectSound(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(prazo(page)).toContainText(
    /por 5 anos\. A partir de \d\d\/\d\d\/\d{4}, por 2 anos\. Até lá nada é removido/,
  );
  await expect(prazo(page)).toContainText('Escolhido por');
  await page.setViewportSize(NARROW);
  await expectSound(page);
  await prazo(page).getByRole('button', { name: 'Mudar o prazo' }).click();
  await expectSound(page);
  await dialog.getByRole('radio', { name: /^10 anos/ }).check();
  await dialog.getByRole('button', { name: 'Guardar por 10 anos' }).click();
  await expect(prazo(page)).toContainText('O histórico é guardado por 10 anos.');
  await page.goto('/configuracao/atividade');
  await expect(page.getByText('mudou o prazo do histórico: de 2 anos para 10 anos').first()).toBeVisible();
  expect(
    await sql('select historico_anos from retencoes where empresa_id = $1 order by id', [operator.empresaId]),
  ).toEqual([{ historico_anos: 2 }, { historico_anos: 10 }]);
});

test('a draft keeps the chosen term of the history over a reload', async ({ page, operator }) => {
  expect(operator.userId).toBeTruthy();
  await page.goto(PATH);
  await prazo(page).getByRole('button', { name: 'Mudar o prazo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mudar o prazo do histórico' });
  await dialog.getByRole('radio', { name: /^1 ano/ }).check();
  await page.reload();
  await expect(dialog.getByRole('radio', { name: /^1 ano/ })).toBeChecked();
});
