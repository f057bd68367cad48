import pg from 'pg';
import { givePassword, hashPassword } from '../../apps/server/src/testing/people.ts';
import { DEMO_CATEGORIAS, DEMO_RECORDS } from './records.ts';

export const DEMO = { email: 'demo@prumo.local', senha: 'prumo-demo' };

/**
 * Creates a demo operator with a few records in every register. A second run changes nothing. Returns whether the
 * records are new.
 */
export async function seedDemo(adminUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const { rows: users } = await client.query<{ id: string }>(
    `insert into auth.users (name, email, email_verified) values ('Helena Prado', $1, true)
     on conflict (email) do nothing returning id`,
    [DEMO.email],
  );
  const [user] = users;
  if (user) {
    await givePassword(client, user.id, await hashPassword(DEMO.senha));
    await client.query('begin');
    await client.query(
      `with e as (select auth.ensure_empresa($1::uuid) as id)
       select use_empresa(e.id, $1::uuid, uuidv7()) from e`,
      [user.id],
    );
    await client.query("update empresas set nome = 'Aurora Autopeças' where id = current_empresa()");
    for (const [table, rows] of Object.entries(DEMO_RECORDS))
      for (const row of rows) await insert(client, table, row);
    for (const [principal, ...subcategorias] of DEMO_CATEGORIAS) {
      const parent_id = await insert(client, 'categorias', { nome: principal });
      for (const nome of subcategorias) await insert(client, 'categorias', { nome, parent_id });
    }
    await client.query('commit');
  }
  await client.end();
  return user !== undefined;
}

async function insert(client: pg.Client, table: string, row: object): Promise<string> {
  const columns = Object.keys(row);
  const { rows } = await client.query<{ id: string }>(
    `insert into ${table} (empresa_id, user_id, created_at, ${columns.join(', ')})
     values (current_empresa(), current_usuario(), clock_timestamp(), ${columns.map((_, n) => `$${n + 1}`).join(', ')})
     returning id`,
    Object.values(row),
  );
  const [inserted] = rows;
  if (!inserted) throw new Error(`the insert into ${table} returned no row`);
  return inserted.id;
}
