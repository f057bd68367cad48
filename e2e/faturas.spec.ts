import { anOperator, expect, signInAs, sql, test } from './fixtures.ts';
import { aSeller, card, connect } from './integracoes-page.ts';
import { expectSound } from './sound.ts';

test('a month of the bill opens to what it charges without a pedido, for people who may see costs', async ({
  page,
  operator,
}) => {
  const seller = await aSeller(page);
  await connect(page, seller);
  await expect(card(page, seller.nickname)).toBeVisible();
  const { empresaId } = operator;
  await sql(
    `insert into faturas (empresa_id, marketplace, seller_id, competencia, lida_em, linhas, total, linhas_casadas, casado)
     select $1, 'mercado-livre', $2, month, now(), 2, 300, 1, 240.5
     from unnest(array['2026-08-01', '2026-09-01', '2026-10-01']::date[]) month`,
    [empresaId, String(seller.id)],
  );
  await sql(
    `insert into fatura_linhas (empresa_id, marketplace, seller_id, id, competencia, tipo, codigo, texto, valor, lancada_em,
       pedido_ids)
     values ($1, 'mercado-livre', $2, '9001', '2026-10-01', 'outra', 'PADS', 'Product Ads', 59.5, '2026-10-09T12:00:00Z', '{}')`,
    [empresaId, String(seller.id)],
  );
  const [conta] = await sql('select id from mercado_livre_config where empresa_id = $1', [empresaId]);
  const address = `/configuracao/mercado-livre/${conta?.['id']}`;
  await page.goto(address);
  const bills = page.getByRole('region', { name: 'Faturas do marketplace' });
  await expect(bills).not.toContainText('agosto de 2026');
  await bills.getByRole('button', { name: 'Mostrar as faturas anteriores' }).click();
  await expect(bills).toContainText('agosto de 2026');
  await bills.getByText('Fatura de outubro de 2026').click();
  await expect(bills).toContainText(/Product Ads \(PADS\).*R\$\s59,50/);
  await expectSound(page, 'main');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectSound(page, 'main');

  await signInAs(page, await anOperator({ name: 'Bia Reis', empresaId, papel: 'estoque' }));
  await page.goto(address);
  await expect(page.getByRole('tab', { name: 'Análise' })).toBeVisible();
  await expect(bills).toHaveCount(0);
});
