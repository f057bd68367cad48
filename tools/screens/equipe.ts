import pg from 'pg';
import { hashToken, newToken } from '../../apps/server/src/platform/secrets/tokens.ts';
import { DEMO } from '../seed/demo.ts';
import type { Screen } from './contas.ts';

const EQUIPE = '/configuracao/equipe';

/** Name, address, papel, whether costs are seen, whether two-step verification is on, and when seen last. */
const PEOPLE = [
  ['Rafael Lima', 'rafael@auroraautopecas.com.br', 'administrador', false, true, '12 minutes'],
  ['Beatriz Nunes', 'beatriz@auroraautopecas.com.br', 'estoque', true, true, '3 minutes'],
  ['Caio Mendes', 'caio@auroraautopecas.com.br', 'vendas', false, false, '1 day'],
  ['Jussara Teles', 'jussara@contabilrota.com.br', 'consulta', false, false, '9 days'],
] as const;

/** Address, papel, state of the e-mail, when it was sent, and for how long the link is valid. */
const CONVITES = [
  ['marcos@auroraautopecas.com.br', 'estoque', 'enviado', '2 hours', '6 days'],
  ['balcao2@auroraautopecas.com.br', 'vendas', 'enviado', '8 days', '-1 day'],
  ['karla@auroraautopecas.com', 'vendas', 'devolvido', '1 day', '6 days'],
] as const;

/** Gives the empresa of the demo its people and convites. Returns the token of the first convite's link. */
export async function seedEquipe(adminUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('begin');
  await client.query(
    `select use_empresa(m.empresa_id, m.user_id, uuidv7()) from membros m join auth.users u on u.id = m.user_id
     where u.email = $1`,
    [DEMO.email],
  );
  for (const [nome, email, papel, veCusto, duasEtapas, seen] of PEOPLE) {
    const { rows } = await client.query<{ id: string }>(
      'insert into auth.users (name, email, email_verified) values ($1, $2, true) returning id',
      [nome, email],
    );
    const id = rows[0]?.id;
    await client.query(
      'insert into membros (empresa_id, user_id, papel, ve_custo) values (current_empresa(), $1, $2, $3)',
      [id, papel, veCusto],
    );
    await client.query('select auth.ensure_empresa($1)', [id]);
    await client.query('update profiles set two_factor_enabled = $2 where id = $1', [id, duasEtapas]);
    await client.query(
      `insert into auth.sessions (user_id, empresa_id, token_hash, expires_at, updated_at)
       values ($1, current_empresa(), $2, now() + interval '7 days', now() - $3::interval)`,
      [id, hashToken(newToken('prs')), seen],
    );
  }
  const token = newToken('pre');
  for (const [n, [email, papel, envio, sent, valid]] of CONVITES.entries())
    await client.query(
      `insert into convites (empresa_id, user_id, email, papel, ve_custo, token_hash, envio, created_at, vence_em)
       values (current_empresa(), current_usuario(), $1, $2, false, $3, $4, now() - $5::interval, now() + $6::interval)`,
      [email, papel, n === 0 ? hashToken(token) : null, envio, sent, valid],
    );
  await client.query('commit');
  await client.end();
  return token;
}

/** The screens of the people of an empresa. They exist only after `seedEquipe`. */
export const equipeScreens = (token: string): readonly Screen[] => [
  ['equipe', true, EQUIPE, (page) => page.getByText('Não entregue').waitFor()],
  [
    'equipe-convite',
    true,
    EQUIPE,
    async (page) => {
      await page.getByText('Não entregue').waitFor();
      await page.getByRole('button', { name: 'Convidar' }).click();
      const emails = page.getByLabel('Emails');
      await emails.fill('ines@auroraautopecas.com.br davi@auroraautopecas,com');
      await emails.press('Enter');
      await page.getByRole('radio', { name: /^Estoque/ }).check();
      await page.getByText('tem vírgula no lugar do ponto').waitFor();
    },
  ],
  [
    'convite',
    false,
    `/auth/convite#convite=${token}`,
    (page) => page.getByRole('link', { name: 'Criar conta' }).waitFor(),
  ],
];
