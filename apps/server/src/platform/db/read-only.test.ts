import { expect, test } from 'vitest';
import { identityApp, SENHA } from '#testing/identity.ts';

const POOL = 3;
const { anEmpresa, aPerson, browser, sql } = await identityApp({
  DATABASE_POOL: String(POOL),
  SIGN_IN_LIMITS: 'on',
});

/** Simulates a failover to a hot standby: new connections are read-only. */
async function takeWrites(isTaking: boolean) {
  const [{ name }] = (await sql('select current_database() as name')) as [{ name: string }];
  for (const role of ['app', 'auth_app'])
    await sql(
      `alter role ${role} in database ${name} ${isTaking ? 'reset' : 'set'} default_transaction_read_only${isTaking ? '' : ' = on'}`,
    );
  if (!isTaking)
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where usename in ('app', 'auth_app') and datname = current_database()`,
    );
}

test('on a read-only database writes get 503 with Retry-After and reads work; writes work again after the failover', async () => {
  const ana = await anEmpresa();
  const person = await aPerson();
  const save = (nome: string) => ana.post('/api/marcas', { nome, descricao: null, logo_url: null });
  expect((await save('Antes')).statusCode).toBe(201);

  await takeWrites(false);
  // The pool notices a dead connection only when a request uses it.
  await expect.poll(async () => (await ana.get('/api/marcas')).statusCode).toBe(200);
  for (const refused of [await save('Durante'), await browser().signIn({ ...person, senha: SENHA })]) {
    expect(refused.statusCode, refused.body).toBe(503);
    expect(refused.json().codigo).toBe('unavailable');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await ana.get('/api/marcas')).json().itens).toHaveLength(1);

  await takeWrites(true);
  // Connections opened during the failover are read-only. The write that fails on such a connection discards
  // it.
  const answers: number[] = [];
  while (answers.at(-1) !== 201 && answers.length <= POOL) answers.push((await save('Depois')).statusCode);
  expect(answers.at(-1), String(answers)).toBe(201);
  expect(answers.slice(0, -1).every((status) => status === 503)).toBe(true);
});
