import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openIdentityDb } from '#platform/db/identity-db.ts';
import { identityApp } from '#testing/identity.ts';
import { sweepIdentityHandler } from './sweep.job.ts';

const { browser, sql, url, aPerson } = await identityApp();

async function sweep(): Promise<string[]> {
  const db = openIdentityDb({ url: url('auth_app'), onError: () => {} });
  const announced: string[] = [];
  const enqueueGlobal = async (_: unknown, data: object) => void announced.push((data as { id: string }).id);
  await sweepIdentityHandler({ db, jobs: { enqueueGlobal } }).run({} as never);
  await db.close();
  return announced;
}

test('the sweep deletes expired rows and keeps the others', async () => {
  const person = await aPerson();
  const own = browser();
  await own.signIn(person);
  const { userId } = person;
  const never = randomUUID();
  await sql(
    'insert into auth.users (id, name, email, created_at) values ($1, $2, $3, now() - $4::interval)',
    [never, 'Nunca', `${never}@exemplo.com.br`, '8 days'],
  );
  await sql(
    "insert into auth.events (id, user_id, kind) values (uuidv7(interval '-366 days'), $1, 'saida'), (uuidv7(interval '-364 days'), $1, 'saida')",
    [userId],
  );
  await sql("insert into auth.limits values ('velho', 1, now() - interval '2 days'), ('novo', 1, now())");
  await sweep();
  expect(await sql('select from auth.users where id = $1', [never])).toHaveLength(0);
  expect(await sql('select from auth.users where id = $1', [userId])).toHaveLength(1);
  expect(await sql("select from auth.events where user_id = $1 and kind = 'saida'", [userId])).toHaveLength(
    1,
  );
  expect(await sql("select key from auth.limits where key in ('velho', 'novo')")).toEqual([{ key: 'novo' }]);
  expect((await own.get('/api/perfil')).statusCode).toBe(200);
});

test('the sweep enqueues an e-mail that a killed process left behind, but not a sent or revoked one', async () => {
  const { email, userId } = await aPerson();
  const left = async (more: string) => {
    const [row] = await sql(
      `insert into auth.emails (kind, address, user_id, created_at, sent_at, used_at)
       values ('confirmacao', $1, $2, now() - interval '5 minutes', ${more}) returning id`,
      [email, userId],
    );
    return String(row?.id);
  };
  const [forgotten, sent, revoked] = [
    await left('null, null'),
    await left('now(), null'),
    await left('null, now()'),
  ];
  const announced = await sweep();
  expect(announced).toContain(forgotten);
  expect(announced).not.toContain(sent);
  expect(announced).not.toContain(revoked);
});
