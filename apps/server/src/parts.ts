import { openBudget } from '#modules/contas/budget.ts';
import { openTokens } from '#modules/contas/tokens.ts';
import { type OpenMarketplace, openMarketplaces } from '#modules/marketplace/marketplace.ts';
import { mercadoLivre } from '#modules/mercado-livre/mercado-livre.ts';
import type { Config } from '#platform/config.ts';
import { openDatabase } from '#platform/db/db.ts';
import { openIdentityDb } from '#platform/db/identity-db.ts';
import { openJobs } from '#platform/jobs/jobs.ts';
import { openLog } from '#platform/log.ts';
import { openStorage } from '#platform/outside/storage.ts';
import { openHold } from '#platform/recovery/hold.ts';
import { checkKeys } from '#platform/secrets/key-check.ts';
import { openVault } from '#platform/secrets/vault.ts';

/** Every marketplace: a module that implements the port (`modules/marketplace`). */
export const marketplaceModules: readonly OpenMarketplace[] = [mercadoLivre];

/** Opens the parts that the http process and the worker both need. */
export async function openParts(
  config: Config,
  options: { worker: boolean; modules: readonly OpenMarketplace[] },
) {
  const log = openLog(config.LOG_LEVEL);
  const onError = (err: Error) => log.warn({ err }, 'database connection lost');
  const database = { url: config.DATABASE_URL, patience: config.PATIENCE, onError };
  const db = openDatabase({ ...database, pool: config.DATABASE_POOL });
  const closeAndThrow = async (error: unknown): Promise<never> => {
    await db.close();
    throw error;
  };
  await checkKeys(db, config.SECRET_KEYS).catch(closeAndThrow);
  const isHeld = openHold(db);
  const jobs = await openJobs({ url: config.DATABASE_URL, worker: options.worker, log, isHeld }).catch(
    closeAndThrow,
  );
  const storage = openStorage(config.STORAGE);
  const identityDb = openIdentityDb({ url: config.AUTH_DATABASE_URL, patience: config.PATIENCE, onError });
  const vault = openVault(config.SECRET_KEYS);
  const budgetOf = (marketplace: string, perSecond: number) =>
    openBudget({ db, marketplace, perSecond, patience: config.PATIENCE });
  const marketplaces = openMarketplaces(options.modules.map((open) => open({ config, budgetOf })));
  const tokens = openTokens({ db, vault, marketplaces, log });
  return { config, log, database, db, isHeld, jobs, storage, identityDb, vault, marketplaces, tokens };
}
