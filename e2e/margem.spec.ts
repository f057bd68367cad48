import { anOperator, expect, signInAs, test } from './fixtures.ts';
import { detalhe, someSales } from './pedidos-page.ts';
import { expectSound } from './sound.ts';

test.beforeEach(({ operator }) => expect(operator.userId).toBeTruthy());

const MARGEM = '/vendas/margem';
const NARROW = { width: 390, height: 844 };

test('a period opens to its produtos, a produto to its pedidos, and a pedido to its costs', async ({
  page,
  operator,
}) => {
  test.setTimeout(120_000);
  await someSales(page, operator, { vendas: [{ precoCentavos: 10_000 }, { precoCentavos: 20_000 }] });
  await page.goto(MARGEM);
  const totais = page.getByRole('region', { name: 'Margem do período' });
  await expect(totais).toContainText('2 pedidos');
  await expect(totais).toContainText(/Margematé −?R\$/);
  await expect(page.getByText(/^O imposto de 2 pedidos não está na conta/)).toBeVisible();
  await expectSound(page, 'main');

  await page.getByRole('link', { name: /^Filtro de óleo/ }).press('Enter');
  await expect(page).toHaveURL(/produto=/);
  await expect(page.getByText('Pedidos de Filtro de óleo')).toBeVisible();
  const pedidos = page.getByRole('row').getByRole('button', { name: /^Filtro de óleo/ });
  await expect(pedidos).toHaveCount(2);
  await page.getByLabel('Ordem').selectOption({ label: 'Menor receita' });
  await expect(page.getByRole('row').nth(1)).toContainText(/R\$\s100,00/);
  await pedidos.first().press('Enter');
  await expect(pedidos.first()).toHaveAttribute('aria-expanded', 'true');
  const sobra = page.getByRole('region', { name: 'Quanto sobra' });
  await expect(sobra).toContainText(/Venda.*R\$\s100,00/);
  await expectSound(page, 'main');
  await page.reload();
  await expect(sobra).toContainText('Custo das peças');
  await page.setViewportSize(NARROW);
  await expectSound(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Abrir o pedido' }).click();
  await expect(detalhe(page)).toContainText('Quanto sobra');
  await page.goBack();
  await page.getByRole('button', { name: 'Todos os produtos' }).click();
  await expect(page.getByRole('link', { name: /^Filtro de óleo/ })).toBeVisible();

  await page
    .getByRole('navigation', { name: 'Margem por' })
    .getByRole('link', { name: 'Anúncios', exact: true })
    .click();
  await expect(page.getByRole('link', { name: /^Peça/ }).first()).toBeVisible();
  await page.getByLabel('Período', { exact: true }).selectOption({ label: 'Mês passado' });
  await expect(page.getByText(/^Nenhuma venda paga de/)).toBeVisible();
  await page.getByRole('button', { name: 'Ver os últimos 90 dias' }).click();
  await expect(totais).toContainText('2 pedidos');
});

test('an empresa without sales is told what to do, and so is a person who chooses a wrong period', async ({
  page,
}) => {
  await page.goto(MARGEM);
  await expect(page.getByText('A margem conta as vendas das contas que reservam o estoque.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ir para Integrações' })).toBeVisible();
  await page.getByLabel('Período', { exact: true }).selectOption({ label: 'Outro período' });
  await expect(page).toHaveURL(/periodo=outro&de=/);
  await page.goto(`${MARGEM}?periodo=outro&de=2026-02-02&ate=2026-01-01`);
  await expect(page.getByRole('alert')).toContainText('Troque as datas.');
  await page.goto(`${MARGEM}?periodo=outro&de=2025-01-01&ate=2026-10-01`);
  await expect(page.getByRole('alert')).toContainText('Escolha um período de até 366 dias.');
});

test('a person who may not see costs has no Margem in the menu, and asks for no figure', async ({
  page,
  operator,
}) => {
  await signInAs(
    page,
    await anOperator({ name: 'Bia Reis', empresaId: operator.empresaId, papel: 'estoque' }),
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(MARGEM);
  await expect(page.getByRole('main')).toContainText('Seu papel (Estoque) não permite isto.');
  await expect(page.getByRole('navigation', { name: 'Menu Principal' }).getByText('Margem')).toHaveCount(0);
  expect(asked.filter((path) => path.startsWith('/api/margem'))).toEqual([]);
});
