import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Marketplaces } from '#modules/marketplace/marketplace.ts';
import type { Access, Database } from '#platform/db/db.ts';
import type { Images } from '#platform/images/images.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Storage } from '#platform/outside/storage.ts';

/** The services that the steps of an importacao use. */
export interface ImportParts {
  db: Database;
  tokens: Tokens;
  marketplaces: Marketplaces;
  storage: Storage;
  images: Images;
  jobs: Pick<Jobs, 'enqueue'>;
  arquivos: Arquivos;
  log: Log;
  quotaBytes: number;
}

/**
 * The right to change an importacao, on behalf of the person who began it. `vez` is a fencing token: a job
 * with an older `vez` has lost the lease.
 */
export interface Lease {
  empresaId: string;
  importacaoId: string;
  userId: string;
  vez: number;
}

/** The result of a batch. `lost` means that another job holds the lease and nothing was written. */
export type Outcome = 'lost' | 'more' | 'done';

export const accessOf = ({ empresaId, userId }: Lease): Access => ({ sessionHash: null, empresaId, userId });
