import { seedConta } from '../tools/seed/conta.ts';
import { DEMO, seedDemo } from '../tools/seed/demo.ts';
import { expect, ORIGIN, test } from './fixtures.ts';
import { card } from './integracoes-page.ts';
import { PORT } from './setup.ts';

const SELLER = 'AUTOPECASDOZE';
const SITE = {
  PUBLIC_URL: ORIGIN,
  MERCADO_LIVRE_AUTH_URL: `http://127.0.0.1:${PORT + 5}/mercado-livre-auth`,
};

/** Seeds the demo empresa as `pnpm dev` does. */
async function seed(): Promise<void> {
  await seedDemo(`postgres://postgres:prumo@127.0.0.1:${PORT + 4}/prumo`);
  await seedConta(ORIGIN, SITE);
}

test('the demo operator sees an analysis at the first click, and a second seed adds no conta', async ({
  page,
}) => {
  await seed();
  await seed();
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(DEMO.email);
  await page.getByLabel('Senha', { exact: true }).fill(DEMO.senha);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('link', { name: 'Integrações' }).click();
  await expect(card(page, SELLER).getByText('Ativa', { exact: true })).toBeVisible();
  await card(page, SELLER).getByRole('button', { name: 'Configurar' }).click();
  await page.getByRole('button', { name: 'Carregar Análises' }).click();
  const sales = page.getByRole('region', { name: 'Vendas do período' });
  await expect(sales.getByText('Faturamento', { exact: true })).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Mais vendidos' }).getByRole('listitem')).not.toHaveCount(0);
});
