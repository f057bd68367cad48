import { randomUUID } from 'node:crypto';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { givePassword, hashPassword } from '../../apps/server/src/testing/people.ts';
import { launchOptions } from '../../playwright.config.ts';
import { startProduct } from '../../tools/product.ts';
import type { Place } from '../kit/proof.ts';

const SENHA = 'senha-da-prova-1';

export interface Empresa {
  id: string;
  nome: string;
}

/** A browser in which one person, the dono of two empresas, is signed in to the built product. */
export interface Screen {
  admin: pg.Pool;
  context: BrowserContext;
  empresas: readonly [Empresa, Empresa];
}

export async function openScreen({ port, onEnd }: Place, defect?: string): Promise<Screen> {
  const product = await startProduct(port);
  onEnd(product.stop);
  const admin = new pg.Pool({ connectionString: product.postgres.url(product.database), max: 2 });
  onEnd(() => admin.end());
  const userId = randomUUID();
  const email = `${userId}@exemplo.com.br`;
  await admin.query(
    "insert into auth.users (id, name, email, email_verified) values ($1, 'Ana Souza', $2, true)",
    [userId, email],
  );
  await givePassword(admin, userId, await hashPassword(SENHA));
  const empresas = [
    { id: randomUUID(), nome: 'Aurora Autopeças' },
    { id: randomUUID(), nome: 'Boreal Distribuidora' },
  ] as const;
  for (const { id, nome } of empresas) {
    await admin.query('insert into empresas (id, nome) values ($1, $2)', [id, nome]);
    await admin.query("insert into membros (empresa_id, user_id, papel) values ($1, $2, 'dono')", [
      id,
      userId,
    ]);
  }
  if (defect) await admin.query(defect);
  const browser = await chromium.launch(launchOptions);
  onEnd(() => browser.close());
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    locale: 'pt-BR',
  });
  const response = await context.request.post('/api/sessoes', {
    data: { email, senha: SENHA },
    headers: { origin: product.url },
  });
  if (!response.ok()) throw new Error(`the sign-in answers ${response.status()}`);
  return { admin, context, empresas };
}

export const foot = (page: Page) => page.getByRole('button', { name: /Trocar de empresa, agora em/ });
export const choice = (page: Page, { nome }: Empresa) =>
  page.getByRole('dialog', { name: 'Trocar de empresa' }).getByRole('button', { name: nome });

/** Opens a tab that works in the empresa. */
export async function openTab({ context }: Screen, { id, nome }: Empresa): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`/?empresa=${id}`);
  await foot(page).filter({ hasText: nome }).waitFor();
  return page;
}
