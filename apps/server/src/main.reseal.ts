import { resealSecrets } from '#modules/acesso/second-factor/reseal.job.ts';
import { reseal } from '#modules/contas/reseal.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { openIdentityDb } from '#platform/db/identity-db.ts';
import { checkKeys } from '#platform/secrets/key-check.ts';
import { openVault } from '#platform/secrets/vault.ts';

/**
 * Encrypts the tokens of contas and the secrets of second factors again, with the key that `atual` names. The
 * product keeps running meanwhile, and the worker does the same every night. The operator may remove the old
 * key from the ring once this command has printed that nothing is left (docs/operations.md).
 */
const config = readConfig();
const onError = (error: Error) => console.error(error);
const db = openDatabase({ url: config.DATABASE_URL, pool: 2, onError });
const identityDb = openIdentityDb({ url: config.AUTH_DATABASE_URL, onError });
await checkKeys(db, config.SECRET_KEYS);
const vault = openVault(config.SECRET_KEYS);
const done = await reseal(
  { db, vault },
  (count) => console.log(`${count} contas sealed anew`),
  ({ contaId }, error) => console.error(`conta ${contaId} not sealed anew:`, error),
);
const factors = await resealSecrets({ db: identityDb, vault }, (count) =>
  console.log(`${count} second factors sealed anew`),
);
await db.close();
await identityDb.close();
const all = `${done} contas and ${factors.done} second factors in all`;
const { atual } = config.SECRET_KEYS;
if (factors.lost === 0) console.log(`Nothing is left under another key than ${atual}: ${all}.`);
else {
  console.log(`Sealed under ${atual}: ${all}.`);
  console.log(`No key of the ring opens ${factors.lost} second factors: their owners need reset-two-step.`);
}
