import { anOperator, expect, signIn, test } from './fixtures.ts';

test('[DASH-01] the dashboard greets a user by full name', async ({ page }) => {
  await signIn(page, await anOperator({ name: 'Helena Prado' }));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Bem-vindo, Helena Prado!' })).toBeVisible();
});

test('[DASH-02] the dashboard greets a user without a full name as Usuário', async ({ page }) => {
  await signIn(page, await anOperator({ name: '' }));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Bem-vindo, Usuário!' })).toBeVisible();
});

test('[DASH-03] [DASH-04] the dashboard has exactly two cards, which open marcas and the profile', async ({
  page,
  operator,
}) => {
  expect(operator.userId).toBeTruthy();
  await page.goto('/');
  const cards = page.getByRole('main').getByRole('link');
  await expect(cards).toHaveText(['Cadastros', 'Perfil']);
  await expect(page.getByText('Gerencie marcas, categorias, clientes e mais')).toBeVisible();
  await expect(page.getByText(/segurança/)).toBeVisible();
  await cards.getByText('Cadastros').click();
  await expect(page).toHaveURL('/cadastros/marca');
  await page.goBack();
  await page.getByRole('main').getByRole('link', { name: 'Perfil' }).click();
  await expect(page).toHaveURL('/perfil');
});
