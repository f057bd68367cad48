import * as z from 'zod';
import type { IdentityDb } from '#platform/db/identity-db.ts';
import { defineJob, handle } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import { type FactorRow, selectSealedOtherwise, updateSealing } from './factors.queries.ts';
import { secretPlace } from './second-factor.ts';

/** Encrypts again, with the current key, those second-factor secrets that an older key encrypted. */
export const resealFactors = defineJob({
  name: 'acesso.reselar',
  data: z.object({}),
  lane: 'upkeep',
  cron: '47 3 * * *',
});

const BATCH = 100;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface Resealed {
  done: number;
  /**
   * The number of secrets that no key of the ring decrypts. Removing an old key loses none of
   * these: they are lost already.
   */
  lost: number;
}

/** Reseals row by row while people sign in. The old key must stay in the ring until no row needs it. */
export async function resealSecrets(
  { db, vault }: { db: IdentityDb; vault: Vault },
  onProgress: (done: number) => void,
): Promise<Resealed> {
  let [done, lost] = [0, 0];
  let after = FIRST;
  for (;;) {
    const batch = await selectSealedOtherwise(db, vault.prefix, after, BATCH);
    const last = batch.at(-1);
    if (!last) return { done, lost };
    for (const factor of batch) {
      const sealed = sealedAnew(vault, factor);
      if (sealed === null) lost += 1;
      else if (await updateSealing(db, factor, sealed)) done += 1;
    }
    after = last.id;
    onProgress(done);
  }
}

/** Returns null when no key decrypts the secret. */
function sealedAnew(vault: Vault, { id, secret }: FactorRow): string | null {
  const place = secretPlace(id);
  try {
    return vault.seal(vault.open(secret, place), place);
  } catch {
    return null;
  }
}

export const resealFactorsHandler = (parts: { db: IdentityDb; vault: Vault; log: Log }) =>
  handle(resealFactors, async () => {
    const { lost } = await resealSecrets(parts, (done) =>
      parts.log.info({ done }, 'second factors sealed anew'),
    );
    if (lost > 0) parts.log.warn({ lost }, 'second factors that no key opens');
  });
