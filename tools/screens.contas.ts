import { createHmac } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { DEMO } from './seed.ts';

/** A screen: who sees it, where it is, and what makes it complete. */
export type Screen = [name: string, signedIn: boolean, path: string, ready: (page: Page) => Promise<unknown>];

/** Sellers of the simulated Mercado Livre: one whose import waits for a person, one whose import is done. */
const SELLERS = { waiting: '1001000050', done: '1002000007' };
const WORKED = { timeout: 300_000 };

/** Those of a conta, once there is one. */
export const contaScreens = ({ waiting, done }: { waiting: string; done: string }): readonly Screen[] => [
  [
    'integracoes',
    true,
    '/configuracao/integracoes',
    (page) => page.getByText(`ID ${SELLERS.waiting}`).waitFor(),
  ],
  [
    'conta',
    true,
    waiting,
    async (page) => {
      await page.getByRole('button', { name: 'Carregar Análises' }).click();
      await page.getByText(/^Pedidos até /).waitFor();
    },
  ],
  [
    'importacao',
    true,
    `${waiting}?aba=importacao`,
    (page) =>
      page
        .getByRole('button', { name: /^Ações de/ })
        .first()
        .waitFor(),
  ],
  [
    'importacao-resultado',
    true,
    `${done}?aba=importacao`,
    (page) =>
      page
        .getByText(/^Produto criado$/)
        .first()
        .waitFor(),
  ],
];

/**
 * The demo operator with two-step verification and two contas. From here on signing in asks for a code: the answer is
 * the session that is open already, and the addresses of the contas.
 */
export async function connectContas(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, locale: 'pt-BR' });
  await context.request.post('/api/sessoes', { data: DEMO, headers: { origin: url } });
  await enrol(context, url);
  const page = await context.newPage();
  const waiting = await connect(page, SELLERS.waiting);
  await page.getByRole('button', { name: 'Carregar Análises' }).click();
  await page.getByText(/^Pedidos até /).waitFor(WORKED);
  await read(page);
  const done = await connect(page, SELLERS.done);
  await read(page);
  await importAll(page);
  const storageState = await context.storageState();
  await context.close();
  return { storageState, waiting, done };
}

/** From the list, through the marketplace's page, to the screen of the conta; answers with its address. */
async function connect(page: Page, seller: string): Promise<string> {
  await page.goto('/configuracao/integracoes');
  await page.getByRole('button', { name: 'Conectar Nova Conta' }).click();
  await page.getByLabel('Ou o ID de outro vendedor').fill(seller);
  await page.getByRole('button', { name: 'Autorizar' }).click();
  await page
    .getByRole('listitem')
    .filter({ hasText: `ID ${seller}` })
    .getByRole('button', { name: 'Configurar' })
    .click();
  await page.getByRole('tab').first().waitFor();
  return new URL(page.url()).pathname;
}

async function read(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Importação de Anúncios' }).click();
  await page.getByRole('button', { name: 'Buscar anúncios' }).click();
  await page.getByText('Prévia da importação').waitFor(WORKED);
}

async function importAll(page: Page): Promise<void> {
  const linkAll = page.getByRole('button', { name: 'Ligar todos' });
  if (await linkAll.isVisible()) await linkAll.click();
  await linkAll.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Continuar' }).click();
  for (const label of ['Depósito', 'Fornecedor']) {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.getByRole('option').first().click();
  }
  await page.getByRole('button', { name: 'Importar', exact: true }).click();
  await page.getByText('Importação concluída').waitFor(WORKED);
}

async function enrol({ request }: BrowserContext, origin: string): Promise<void> {
  const created = await request.post('/api/perfil/fatores', { headers: { origin } });
  const { id, segredo } = await created.json();
  const data = { codigo: totp(segredo) };
  const verified = await request.post(`/api/perfil/fatores/${id}/verificacao`, {
    data,
    headers: { origin },
  });
  if (!verified.ok()) throw new Error('two-step verification could not be turned on');
}

const STEP = 30_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 6238, from the secret as an app is given it. */
function totp(secret: string): string {
  const bits = [...secret.replace(/[\s=]/g, '')]
    .map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP)));
  const digest = createHmac('sha1', key).update(step).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}
