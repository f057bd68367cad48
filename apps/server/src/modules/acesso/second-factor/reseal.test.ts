import { expect, test } from 'vitest';
import { openIdentityDb } from '#platform/db/identity-db.ts';
import { type KeyRing, openVault } from '#platform/secrets/vault.ts';
import { codeOf, enrol, identityApp } from '#testing/identity.ts';
import { resealSecrets } from './reseal.job.ts';
import { secretPlace, spendTotp } from './second-factor.ts';

const { browser, sql, config, aPerson, forgetSteps } = await identityApp();
const db = openIdentityDb({ url: config.AUTH_DATABASE_URL, onError: () => {} });
const before = config.SECRET_KEYS;
const key = Buffer.alloc(32, 9).toString('base64');
const after: KeyRing = { atual: 't2', chaves: { ...before.chaves, t2: key } };

test('resealing moves second-factor secrets from an old key to the new one, and the new key alone then decrypts them', async () => {
  const person = await aPerson();
  const own = browser();
  await own.signIn(person);
  const { id, segredo } = await enrol(own);
  const lost = await aPerson();
  await sql(
    "insert into auth.factors (user_id, factor_type, status, secret) values ($1, 'totp', 'verified', 'v1.nobody.a.b')",
    [lost.userId],
  );
  const run = () => resealSecrets({ db, vault: openVault(after) }, () => {});
  // A secret that no key decrypts does not stop the others.
  expect(await run()).toEqual({ done: 1, lost: 1 });
  const [row] = await sql('select secret from auth.factors where id = $1', [id]);
  const alone = openVault({ atual: 't2', chaves: { t2: key } });
  expect(alone.open(String(row?.secret), secretPlace(id))).toBe(segredo);
  await forgetSteps(person);
  expect(
    await spendTotp({ db, vault: alone }, { userId: person.userId, status: 'verified' }, codeOf(segredo)),
  ).toBe(id);
  expect(await run()).toEqual({ done: 0, lost: 1 });
});
