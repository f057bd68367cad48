import { expect, type Page } from '@playwright/test';

/** Answers the page of the simulated Google as a person with this account does. */
export async function answerGoogle(page: Page, email: string, nome = 'Gabi Google'): Promise<void> {
  const proceed = page.getByRole('button', { name: 'Continuar', exact: true });
  // The login has a field of the same name, and may still be on the screen.
  await expect(proceed).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Nome').fill(nome);
  await proceed.click();
}
