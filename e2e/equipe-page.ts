import type { Page } from '@playwright/test';
import { type Operator, sql } from './fixtures.ts';

/** The parts of the screen of the empresa and its people, and states that take days in real life. */
export const EQUIPE = '/configuracao/equipe';

export const equipe = (page: Page) => page.getByRole('region', { name: /^Equipe/ });
export const convites = (page: Page) => page.getByRole('region', { name: /^Convites pendentes/ });
export const membro = (page: Page, nome: string) =>
  equipe(page).getByRole('listitem').filter({ hasText: nome });
export const convite = (page: Page, email: string) =>
  convites(page).getByRole('listitem').filter({ hasText: email });
export const invitation = (page: Page) => page.getByRole('dialog', { name: /^Convidar para/ });
export const emails = (page: Page) => invitation(page).getByLabel('Emails');

/** Changes a convite as time or the mail server would. The history needs an author for the change. */
export const changeConvite = ({ userId }: Operator, email: string, set: string) =>
  sql(
    `with made as (select set_config('app.lote', gen_random_uuid()::text, true), set_config('app.user_id', $2, true))
     update convites set ${set} from made where email = $1`,
    [email, userId],
  );

/** The papel of a person who is a membro now. Undefined for another person. */
export async function papelOf({ userId }: Operator, empresaId: string): Promise<unknown> {
  const [row] = await sql(
    'select papel from membros where user_id = $1 and empresa_id = $2 and saiu_em is null',
    [userId, empresaId],
  );
  return row?.['papel'];
}
