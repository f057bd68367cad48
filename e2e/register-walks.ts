import type { Browser, Page } from '@playwright/test';
import { anOperator, apiHeaders, expect, hold, type Operator, ORIGIN, signIn, sql } from './fixtures.ts';
import { button, dialog, field, question, row, toast } from './register-page.ts';
import { expectFailure } from './toasts.ts';

/** The parts of journeys that the specification words alike for several registers. */
export interface Walked {
  /** The address of its list, `/cadastros/clientes`. */
  list: string;
  /** The address of its records on the server, `/api/clientes`. */
  api: string;
}

export async function createRecord(page: Page, api: string, data: object): Promise<{ id: string }> {
  const response = await page.request.post(api, { data, headers: apiHeaders });
  expect(response.status()).toBe(201);
  return response.json();
}

/** The rows of the operator's empresa, oldest first. */
export const rowsOf = (table: string, { empresaId }: Pick<Operator, 'empresaId'>) =>
  sql(`select * from ${table} where empresa_id = $1 order by created_at`, [empresaId]);

export async function expectValues(
  page: Page,
  values: readonly (readonly [label: string, value: string | undefined])[],
): Promise<void> {
  for (const [label, value] of values) await expect(field(page, label)).toHaveValue(value ?? 'missing');
}

/** Opens the list of an empresa without records: its texts, then the text while it loads, then the one when empty. */
export async function walkEmptyList(
  page: Page,
  { list, api, title, create, empty }: Walked & { title: string; create: string; empty: string },
): Promise<void> {
  const answer = await hold(page, new RegExp(`${api}\\?`));
  await page.goto(list);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('button', { name: create })).toBeVisible();
  await expect(page.getByText('Carregando...')).toBeVisible();
  await expect(page.getByText(empty)).toHaveCount(0);
  answer();
  await expect(page.getByText(empty)).toBeVisible();
  await expect(page.getByText('Carregando...')).toHaveCount(0);
}

/** Opens the form of a new record after a save, and again after cancelling it. It is blank each time. */
export async function walkBlankForm(page: Page, create: string, labels: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: create }).click();
  await expectValues(
    page,
    labels.map((label) => [label, '']),
  );
  await field(page, 'Nome').fill('Esquecido');
  await button(page, 'Cancelar').click();
  await expect(dialog(page)).toBeHidden();
  await page.getByRole('button', { name: create }).click();
  await expect(field(page, 'Nome')).toHaveValue('');
}

/** Saves the open form, whose documento has wrong check digits and belongs to another record too. */
export async function walkWarnings(
  page: Page,
  save: () => Promise<void>,
  { doubt, saved, twin }: { doubt: string; saved: string; twin: string },
): Promise<void> {
  await expect(field(page, 'CPF/CNPJ')).toHaveAccessibleDescription(doubt);
  await save();
  await expect(dialog(page)).toBeHidden();
  await expect(toast(page, saved)).toBeVisible();
  await expect(toast(page, doubt)).toBeVisible();
  await expect(toast(page, twin)).toBeVisible();
}

/**
 * Types each search into the list, which then shows one record. Neighbours must find different records, because
 * the rows of the last search would satisfy the next one before its answer arrives.
 */
export async function walkSearches(
  page: Page,
  searches: readonly (readonly [busca: string, nome: string])[],
): Promise<void> {
  for (const [busca, nome] of searches) {
    await page.getByRole('searchbox').fill(busca);
    await expect(page).toHaveURL((url) => url.searchParams.get('busca') === busca);
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect(row(page, nome)).toBeVisible();
  }
}

/** Narrows the window. Under the name stands the email, which a wide window shows in its column, and the text. */
export async function walkUnderName(
  page: Page,
  { nome, email }: { nome: string; email: string },
  widths: readonly (readonly [width: number, text: string])[],
): Promise<void> {
  const name = row(page, nome).getByRole('cell').first();
  const under = name.getByText(email);
  await expect(under).toBeHidden();
  for (const [width, text] of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expect(under, `${width} px`).toBeVisible();
    await expect.poll(() => name.innerText(), `${width} px`).toContain(text);
  }
}

/** Opens the list while the server refuses it, and again with the button. */
export async function walkFailedList(
  page: Page,
  { list, api, failed, empty }: Walked & { failed: string; empty: string },
): Promise<void> {
  const reads = new RegExp(`${api}\\?`);
  await page.route(reads, (route) => {
    const body = { codigo: 'unavailable', mensagem: 'O sistema está se recuperando.', pedido: 'x' };
    return route.fulfill({ status: 503, json: body, contentType: 'application/problem+json' });
  });
  await page.goto(list);
  await expect(toast(page, failed)).toBeVisible();
  await expectFailure(page, 'Erro', failed);
  await expect(page.getByRole('alert')).toContainText('O sistema está se recuperando.');
  await page.unroute(reads);
  await page.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(page.getByText(empty)).toBeVisible();
}

/** Bruno Lima, of the same empresa, saves the record meanwhile. */
export async function saveAsBruno(
  browser: Browser,
  { empresaId }: Operator,
  { address, data }: { address: string; data: object },
): Promise<void> {
  const other = await browser.newPage({ baseURL: ORIGIN });
  await signIn(other, await anOperator({ name: 'Bruno Lima', empresaId }));
  const changed = await other.request.put(address, { data, headers: apiHeaders });
  expect(changed.status()).toBe(200);
  await other.close();
}

/** Saves the open, filled form, and then deletes the record, each after the session ended. Neither changes a row. */
export async function walkEndedSession(
  page: Page,
  operator: Operator,
  {
    list,
    nome,
    save,
    rows,
  }: { list: string; nome: string; save: () => Promise<void>; rows: () => Promise<unknown[]> },
): Promise<void> {
  const endSessions = () => sql('delete from auth.sessions where user_id = $1', [operator.userId]);
  const before = await rows();
  await endSessions();
  await save();
  await expectFailure(page, 'Erro', 'Usuário não autenticado');
  expect(await rows()).toEqual(before);

  await page.goto('about:blank');
  await signIn(page, operator);
  await page.goto(list);
  await page.getByRole('button', { name: `Excluir ${nome}` }).click();
  await endSessions();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
  await expectFailure(page, 'Erro', 'Usuário não autenticado');
  expect(await rows()).toEqual(before);
}

interface RemoveWords {
  question: string;
  failed: string;
  removed: string;
  restored: string;
}

/** Deletes the record: declined, failed, undone by the toast, and restored from the Lixeira after a reload. */
export async function walkRemoval(
  page: Page,
  { list, api, nome, shows, words }: Walked & { nome: string; shows: string; words: RemoveWords },
): Promise<void> {
  const writes = new RegExp(`${api}/.`);
  const ask = () => page.getByRole('button', { name: `Excluir ${nome}` }).click();
  const confirm = () => question(page).getByRole('button', { name: 'Excluir' }).click();
  await page.goto(list);
  await ask();
  await expect(question(page)).toContainText(words.question);
  await question(page).getByRole('button', { name: 'Cancelar' }).click();
  await expect(question(page)).toBeHidden();
  await expect(row(page, nome)).toBeVisible();

  await page.route(writes, (route) => route.fulfill({ status: 500, json: {} }));
  await ask();
  await confirm();
  await expectFailure(page, 'Erro', words.failed);
  await expect(row(page, nome)).toBeVisible();
  await page.unroute(writes);
  await page.reload();
  await ask();
  await confirm();
  await expect(toast(page, words.removed)).toBeVisible();
  await expect(row(page, nome)).toHaveCount(0);
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(row(page, nome)).toContainText(shows);

  await ask();
  await confirm();
  await expect(row(page, nome)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Lixeira' }).click();
  await dialog(page)
    .getByRole('button', { name: `Restaurar ${nome}` })
    .click();
  await expect(dialog(page)).toContainText('A lixeira está vazia.');
  await expect(toast(page, words.restored)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, nome)).toBeVisible();
}

/** Moves to the next field, which must have this label, and types. */
export async function tabTo(page: Page, label: string, text = ''): Promise<void> {
  await page.keyboard.press('Tab');
  await expect(field(page, label)).toBeFocused();
  await page.keyboard.type(text);
}

/** With the focus on the button that deletes: opens the question and confirms it by keyboard. */
export async function removeByKeyboard(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}
