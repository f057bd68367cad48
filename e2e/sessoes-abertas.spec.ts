import { apiHeaders, expect, sql, test } from './fixtures.ts';
import { button, card, elsewhere, isSignedIn, question, toast } from './perfil-page.ts';

test.describe('sessions', () => {
  test('[AUTH-29] the profile lists the sessions of other browsers and ends one or all of them', async ({
    page,
    operator,
    browser,
  }) => {
    await page.goto('/perfil');
    const list = card(page, 'Sessões');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list.getByRole('listitem')).toContainText('Esta sessão');
    await expect(list.getByRole('listitem')).toContainText('Usada agora');
    await expect(list.getByText('Nenhuma outra sessão está aberta.')).toBeVisible();
    await expect(button(page, 'Encerrar as outras sessões')).toHaveCount(0);

    const [first, second, third] = await Promise.all([1, 2, 3].map(() => elsewhere(browser, operator)));
    if (!first || !second || !third) throw new Error('three sessions must be open');
    await sql(
      "update auth.sessions set updated_at = '2026-01-31T23:05:00Z' where user_id = $1 and id <> (select id from auth.sessions where user_id = $1 order by created_at limit 1)",
      [operator.userId],
    );
    await page.reload();
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await expect(list.getByText(/Usada em 31\/01\/2026,? 20:05/).first()).toBeVisible();
    await list
      .getByRole('button', { name: /^Encerrar a sessão/ })
      .first()
      .click();
    await question(page).getByRole('button', { name: 'Cancelar' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(4);
    await list
      .getByRole('button', { name: /^Encerrar a sessão/ })
      .first()
      .click();
    await question(page).getByRole('button', { name: 'Encerrar' }).click();
    await expect(toast(page, 'Sessão encerrada')).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(3);
    const alive = async () =>
      (await Promise.all([first, second, third].map(isSignedIn))).filter(Boolean).length;
    expect(await alive()).toBe(2);

    await button(page, 'Encerrar as outras sessões').click();
    await question(page).getByRole('button', { name: 'Encerrar' }).click();
    await expect(toast(page, 'Outras sessões encerradas')).toBeVisible();
    await expect(list.getByRole('listitem')).toHaveCount(1);
    expect(await alive()).toBe(0);
    expect(await isSignedIn(page)).toBe(true);
    await Promise.all([first, second, third].map((each) => each.close()));
  });

  test('sessions and activity that cannot be loaded show an error and can be retried', async ({
    page,
    operator,
    expectErrors,
  }) => {
    expect(operator.userId).toBeTruthy();
    expectErrors(/404|A leitura falhou/);
    const lists = /\/api\/perfil\/(sessoes|eventos)/;
    await page.route(lists, (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/perfil');
    for (const name of ['Sessões', 'Atividade recente'])
      await expect(card(page, name).getByRole('alert')).toBeVisible();
    await page.unroute(lists);
    for (const name of ['Sessões', 'Atividade recente']) {
      await card(page, name).getByRole('button', { name: 'Tentar de novo' }).click();
      await expect(card(page, name).getByRole('listitem').first()).toBeVisible();
    }
  });

  test('the activity lists the events page by page', async ({ page, operator, browser }) => {
    const other = await elsewhere(browser, operator);
    await other.request.post('/api/sessoes', {
      data: { email: operator.email, senha: 'errada' },
      headers: apiHeaders,
    });
    await other.close();
    await page.goto('/perfil');
    const activity = card(page, 'Atividade recente');
    await expect(activity.getByText('Entrada com senha').first()).toBeVisible();
    await expect(activity.getByText('Tentativa de entrada recusada')).toBeVisible();
    await sql(
      "insert into auth.events (user_id, kind, created_at) select $1, 'nome_alterado', now() - n * interval '1 minute' from generate_series(1, 120) n",
      [operator.userId],
    );
    await page.reload();
    await expect(activity.getByRole('listitem').first()).toBeVisible();
    const before = await activity.getByRole('listitem').count();
    await activity.getByRole('button', { name: 'Ver mais' }).click();
    await expect.poll(() => activity.getByRole('listitem').count()).toBeGreaterThan(before);
  });
});
