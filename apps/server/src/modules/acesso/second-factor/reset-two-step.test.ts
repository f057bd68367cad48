import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enrol, identityApp } from '#testing/identity.ts';

const { browser, sql, aPerson, config } = await identityApp();

test('an operator turns two-step sign-in off for a person who lost phone and codes, and the reset is recorded', async () => {
  const person = await aPerson();
  const own = browser();
  await own.signIn(person);
  await enrol(own);
  await browser().post('/api/recuperacoes', { email: person.email });
  const openLinks = () =>
    sql("select from auth.emails where user_id = $1 and kind <> 'aviso' and used_at is null", [
      person.userId,
    ]);
  await expect.poll(openLinks).toHaveLength(1);
  const run = (email: string) =>
    spawnSync(process.execPath, [join(import.meta.dirname, '../../../main.reset-two-step.ts'), email], {
      env: { ...process.env, ...environment() },
      encoding: 'utf8',
    });
  const { status, stdout, stderr } = run(person.email);
  expect([status, stdout], stderr).toEqual([0, expect.stringContaining('Two-step sign-in is off')]);
  expect((await own.get('/api/perfil')).statusCode).toBe(401);
  expect(await openLinks()).toHaveLength(0);
  expect((await browser().signIn(person)).json().situacao).toBe('entrou');
  expect((await browser().signIn({ ...person, senha: 'errada-1' })).statusCode).toBe(401);
  const events = await sql(
    "select from auth.events where user_id = $1 and kind = 'dois_fatores_redefinido'",
    [person.userId],
  );
  expect(events).toHaveLength(1);
  const notices = await sql("select data from auth.emails where user_id = $1 and data ->> 'tipo' = $2", [
    person.userId,
    'dois_fatores_redefinido',
  ]);
  expect(notices).toHaveLength(1);
  expect(run(person.email).status).not.toBe(0);
});

/** Turns the configuration into environment variables, which are texts. */
const environment = () => ({
  ...Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value)])),
  SECRET_KEYS: JSON.stringify(config.SECRET_KEYS),
  STORAGE: JSON.stringify(config.STORAGE),
  API_DOCS: 'false',
});
