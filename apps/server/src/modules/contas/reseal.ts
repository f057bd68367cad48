import type { Database } from '#platform/db.ts';
import type { Vault } from '#platform/vault.ts';
import { openAccessToken, openRefreshToken, sealTokens } from './sealed-tokens.ts';
import { type ContaRef, lockTokens, selectSealedOtherwise, updateSealing } from './tokens.queries.ts';
import { accessOf } from './tokens.ts';

const BATCH = 100;
const FIRST: ContaRef = {
  empresaId: '00000000-0000-0000-0000-000000000000',
  contaId: '00000000-0000-0000-0000-000000000000',
};

/**
 * Seals with the present key whatever another one sealed, a row at a time while everybody goes on working. The old key
 * stays in the ring until this says that there is nothing left.
 */
export async function reseal(
  { db, vault }: { db: Database; vault: Vault },
  onProgress: (done: number) => void,
): Promise<number> {
  let done = 0;
  let after = FIRST;
  for (;;) {
    const batch = await selectSealedOtherwise(db, vault.prefix, after, BATCH);
    const last = batch.at(-1);
    if (!last) return done;
    for (const conta of batch) done += (await resealOne(db, vault, conta)) ? 1 : 0;
    after = last;
    onProgress(done);
  }
}

function resealOne(db: Database, vault: Vault, conta: ContaRef): Promise<boolean> {
  return db.write(accessOf(conta), async (tx) => {
    // Refreshed or revoked meanwhile, there is nothing left to do.
    const row = await lockTokens(tx, conta.contaId);
    if (!row) return false;
    const tokens = {
      accessToken: openAccessToken(vault, conta, row),
      refreshToken: openRefreshToken(vault, conta, row),
    };
    await updateSealing(tx, conta.contaId, sealTokens(vault, conta, tokens));
    return true;
  });
}
