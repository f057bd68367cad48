import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { aDeposito, aProduto, type References, references, saldo } from './produtos-page.ts';
import { dialog, question, row } from './register-page.ts';
import { errorsOf, expectFailure } from './toasts.ts';

async function remove(page: Page, list: string, nome: string): Promise<void> {
  await page.goto(list);
  await page.getByRole('button', { name: `Excluir ${nome}` }).click();
  await question(page).getByRole('button', { name: 'Excluir' }).click();
}

/** Checks the dialog with the reason, and the toast and the log line of every failed deletion. */
async function expectRefused(page: Page, logged: string[], { text, why }: { text: string; why: string }) {
  await expect(dialog(page).getByRole('heading', { name: 'Este registro está em uso' })).toBeVisible();
  await expect(dialog(page)).toContainText(why);
  await expectFailure(page, 'Erro', text);
  expect(logged.filter((line) => line.startsWith(`Erro ${text}`))).toHaveLength(1);
  // The toast does not repeat the reason that the dialog shows.
  await expect(page.getByText(why)).toHaveCount(1);
}

test.describe('deleting a record in use', () => {
  let of: References;
  test.beforeEach(async ({ page, operator, expectErrors }) => {
    expect(operator.userId).toBeTruthy();
    expectErrors(/409|Erro|Não foi possível/);
    of = await references(page);
  });

  for (const [id, register, nome, noun] of [
    ['[MARC-21]', 'marca', 'Bosch', 'a marca'],
    ['[CATE-19]', 'categoria', 'Freios', 'a categoria'],
    ['[FORN-17]', 'fornecedores', 'Distribuidora Sul', 'o fornecedor'],
  ] as const)
    test(`${id} [NAV-22] [NAV-23] of ${register} shows the toast and a link to the records that use it`, async ({
      page,
    }) => {
      await aProduto(page, of);
      const logged = errorsOf(page);
      await remove(page, `/cadastros/${register}`, nome);
      await expectRefused(page, logged, {
        text: `Erro ao excluir ${noun.slice(2)}`,
        why: `${nome} é ${noun} de 1 produto.`,
      });
      await dialog(page).getByRole('button', { name: 'Fechar' }).first().click();
      await expect(dialog(page)).toBeHidden();
      await expect(row(page, nome)).toBeVisible();
    });

  test('[DEPO-20] [NAV-22] [NAV-23] of depositos shows the toast and a link to the records that use it', async ({
    page,
  }) => {
    const { id } = await aDeposito(page, 'Loja');
    await aProduto(page, of, { depositos: [saldo(id, '3')] });
    const logged = errorsOf(page);
    const why = 'Este depósito tem 1.001 produtos.';
    await page.route(`**/api/depositos/${id}`, (route) =>
      route.fulfill({
        status: 409,
        json: {
          codigo: 'conflict',
          mensagem: why,
          usos: [{ registros: 'produtos', total: 1001 }],
          pedido: 'x',
        },
      }),
    );
    await remove(page, '/configuracao/deposito', 'Loja');
    await expectRefused(page, logged, { text: 'Não foi possível excluir o depósito.', why });
    await dialog(page).getByRole('button', { name: /^Ver / }).click();
    await expect(page).toHaveURL(`/catalogo/inventario?deposito_id=${id}`);
  });
});
