import type { Database } from '#platform/db/db.ts';
import { lastingAccess } from '#platform/db/system-access.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import { openAccessToken, openRefreshToken, sealTokens } from './sealed-tokens.ts';
import { type ContaRef, lockTokens, selectSealedOtherwise, updateSealing } from './tokens.queries.ts';

const BATCH = 100;
const FIRST: ContaRef = {
  empresaId: '00000000-0000-0000-0000-000000000000',
  contaId: '00000000-0000-0000-0000-000000000000',
};

/**
 * Reseals with the current key all tokens that another key sealed, row by row, while other processes use
 * them. The old key must stay in the key ring until this returns 0. A conta that fails does not stop the
 * others, but the run fails at its end.
 */
export async function reseal(
  { db, vault }: { db: Database; vault: Vault },
  onProgress: (done: number) => void,
  onError: (conta: ContaRef, error: unknown) => void,
): Promise<number> {
  let done = 0;
  let failed = 0;
  let after = FIRST;
  for (;;) {
    const batch = await selectSealedOtherwise(db, vault.prefix, after, BATCH);
    const last = batch.at(-1);
    if (!last) break;
    for (const conta of batch)
      try {
        done += (await resealOne(db, vault, conta)) ? 1 : 0;
      } catch (error) {
        failed += 1;
        onError(conta, error);
      }
    after = last;
    onProgress(done);
  }
  if (failed > 0) throw new Error(`${failed} contas not sealed anew`);
  return done;
}

function resealOne(db: Database, vault: Vault, conta: ContaRef): Promise<boolean> {
  return db.write(lastingAccess(conta.empresaId), async (tx) => {
    // The tokens were revoked meanwhile, so there is nothing to reseal.
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
