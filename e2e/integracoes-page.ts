import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, type Operator, sql } from './fixtures.ts';
import { PORT } from './setup.ts';

/** The integrations screen, the simulated Mercado Livre, and steps that their tests share. */
export const PATH = '/configuracao/integracoes';
export const AUTHORIZATION = /\/mercado-livre-auth\/authorization\?/;
const CONTROL = `http://127.0.0.1:${PORT + 5}/_mercado-livre`;

export interface Seller {
  id: number;
  nickname: string;
}

/** A seller that no empresa has connected, because an account belongs to one empresa only. */
export async function aSeller(page: Page, recursos: readonly string[] = []): Promise<Seller> {
  // The id exceeds 32 bits, as those of the newest accounts do.
  const id = randomInt(5_000_000_000, 9_000_000_000);
  const nickname = `LOJA${id}`;
  const response = await page.request.post(`${CONTROL}/vendedores`, {
    data: { id, apelido: nickname, semente: 1, anuncios: 3, vendas: 0, recursos },
  });
  expect(response.status()).toBe(201);
  return { id, nickname };
}

/** Inserts a conta for the list, without visiting Mercado Livre. */
export async function aConta(
  { empresaId, userId }: Operator,
  {
    nickname,
    situacao = 'ativa',
    createdAt,
    updatedAt = createdAt,
  }: { nickname: string; situacao?: string; createdAt?: string; updatedAt?: string },
): Promise<string> {
  // The triggers require a lote and a person for every write.
  const [row] = await sql(
    `with made as (select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
     insert into mercado_livre_config (empresa_id, user_id, marketplace, user_ml_id, nickname, situacao, created_at, updated_at)
     select $1, $2::uuid, 'mercado-livre', $3, $4, $5, coalesce($6, now()), coalesce($7, now()) from made returning id`,
    [empresaId, userId, String(randomInt(10_000, 4_000_000_000)), nickname, situacao, createdAt, updatedAt],
  );
  return String(row?.['id']);
}

export const contasOf = ({ empresaId }: Operator) =>
  sql('select * from mercado_livre_config where empresa_id = $1 order by created_at', [empresaId]);

const connected = (page: Page) => page.getByRole('region', { name: 'Contas Conectadas' });
export const cards = (page: Page) => connected(page).getByRole('listitem');
export const card = (page: Page, nickname: string) => cards(page).filter({ hasText: `@${nickname}` });
export const connectButton = (page: Page) => page.getByRole('button', { name: 'Conectar Nova Conta' });

/** Waits for Mercado Livre's page and returns the `state` in its address. */
export async function reachMercadoLivre(page: Page): Promise<string> {
  await expect(page).toHaveURL(AUTHORIZATION);
  await expect(page.getByRole('button', { name: 'Autorizar' })).toBeVisible();
  return new URL(page.url()).searchParams.get('state') ?? '';
}

export async function authorize(page: Page, { id }: Seller): Promise<void> {
  await reachMercadoLivre(page);
  await page.getByLabel('Ou o ID de outro vendedor').fill(String(id));
  await page.getByRole('button', { name: 'Autorizar' }).click();
}

/** Connects a seller from the list, through the page of Mercado Livre. */
export async function connect(page: Page, seller: Seller): Promise<void> {
  await page.goto(PATH);
  await connectButton(page).click();
  await authorize(page, seller);
}

/**
 * Checks that the address, the storages and the browser history contain no code, state or error of the
 * connection.
 */
export async function expectNoTrace(page: Page): Promise<void> {
  expect(new URL(page.url()).search).not.toMatch(/code|state|error/);
  const left = await page.evaluate(() => ({
    storage: { ...sessionStorage, ...localStorage },
    entries: navigation.entries().map(({ url }) => url ?? ''),
  }));
  expect(JSON.stringify(left.storage)).not.toMatch(/TG-|prm_|code|verifier|conexao/);
  expect(left.entries.filter((url) => /[?&](code|state|error)=/.test(url))).toEqual([]);
}
