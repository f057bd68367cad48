import { reseal } from '#modules/contas/reseal.ts';
import { readConfig } from '#platform/config.ts';
import { openDatabase } from '#platform/db.ts';
import { openVault } from '#platform/vault.ts';

/**
 * Seals the tokens of contas with the key named as `atual`, while everybody goes on working; the worker does the same
 * every night. The old key may leave the ring when this has printed that nothing is left (docs/operations.md).
 */
const config = readConfig();
const db = openDatabase({ url: config.DATABASE_URL, pool: 2, onError: (error) => console.error(error) });
const vault = openVault(config.SECRET_KEYS);
const done = await reseal({ db, vault }, (count) => console.log(`${count} contas sealed anew`));
await db.close();
console.log(`Nothing is left under another key than ${config.SECRET_KEYS.atual}: ${done} contas in all.`);
