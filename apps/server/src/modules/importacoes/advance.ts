import { compareAll } from '#modules/importacoes/compare/compare.ts';
import { fotosBatch } from '#modules/importacoes/fotos/fotos-batch.ts';
import { moveOn } from '#modules/importacoes/read/read.queries.ts';
import { readBatch } from '#modules/importacoes/read/read-listings.ts';
import { searchBatch } from '#modules/importacoes/read/read-search.ts';
import { importBatch } from '#modules/importacoes/write/import-batch.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Words } from '#modules/marketplace/marketplace.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import { keepContagem } from './importacoes.queries.ts';
import {
  type HeldImportacao,
  holdLease,
  passLease,
  selectLeased,
  selectStanding,
  settleCancelled,
} from './lease.queries.ts';
import { accessOf, type ImportParts, type Lease, type Outcome } from './lease.ts';

export interface AdvanceParts extends ImportParts {
  /** Enqueues the job of the next lease, which starts after this delay. */
  sendOn(tx: TenantDb, vez: number, startAfterSeconds: number): Promise<void>;
}

/** After this time the job ends its lease, so that other imports run. */
const RUN_MS = 45_000;
const SETTLED_AT_ONCE = 2000;
const SHORTEST_WAIT_S = 5;
const LONGEST_WAIT_S = 120;
const GIVE_UP_S = 6 * 3600;

const waiting = ({ o }: Words) => `${o} não está respondendo. A importação continua sozinha.`;
const OURSELVES = 'Parte do sistema não está respondendo. A importação continua sozinha.';
const GIVEN_UP = 'Há horas não há resposta. Use Retomar para tentar de novo.';

/**
 * Runs steps until the importacao is done or waits for a person, or until the time of the run is over. A job
 * that has lost the lease stops without writing.
 */
export async function advance(parts: AdvanceParts, ref: Omit<Lease, 'userId'>): Promise<void> {
  const { db, log } = parts;
  const { empresaId } = ref;
  const standing = await db.read(systemAccess(empresaId), (tx) => selectStanding(tx, ref));
  if (!standing) return;
  const lease: Lease = { ...ref, userId: standing.user_id };
  if (standing.situacao === 'cancelada') return settle(parts, lease);
  const pass = (to: Parameters<typeof passLease>[2], startAfterSeconds: number | null) =>
    db.write(accessOf(lease), async (tx) => {
      const next = await passLease(tx, lease, to);
      if (next !== undefined && startAfterSeconds !== null) await parts.sendOn(tx, next, startAfterSeconds);
      if (next !== undefined && to?.situacao === 'concluida') await keepContagem(tx, lease.importacaoId);
    });

  const until = Date.now() + RUN_MS;
  try {
    for (;;) {
      const outcome = await takeStep(parts, lease, until);
      if (outcome === 'lost') return;
      if (outcome === 'over') return void (await pass({ situacao: 'concluida' }, null));
      if (Date.now() > until) return void (await pass({}, 0));
    }
  } catch (error) {
    const failure = failureOf(error, parts.marketplaces.of(standing.marketplace).words);
    if (failure === null) throw error;
    log.warn({ importacao: lease.importacaoId, err: error }, 'importacao delayed or interrupted');
    if (failure.kind === 'closed')
      return void (await pass({ situacao: 'interrompida', aviso: failure.aviso }, null));
    const now = await db.read(accessOf(lease), (tx) => selectStanding(tx, lease));
    const stood = now?.segundos_parada ?? 0;
    if (stood > GIVE_UP_S) return void (await pass({ situacao: 'interrompida', aviso: GIVEN_UP }, null));
    // Backoff: the wait is half the time since the last progress, within limits.
    const wait = Math.round(Math.min(Math.max(stood / 2, SHORTEST_WAIT_S), LONGEST_WAIT_S));
    await pass({ aviso: failure.aviso }, wait);
  }
}

async function takeStep(parts: AdvanceParts, lease: Lease, until: number): Promise<Outcome | 'over'> {
  const importacao = await parts.db.read(accessOf(lease), (tx) => selectLeased(tx, lease));
  if (!importacao) return 'lost';
  switch (importacao.passo) {
    case 'buscar':
      return searchBatch(parts, lease, { importacao, until });
    case 'ler':
      return readBatch(parts, lease, importacao);
    case 'comparar':
      return compareAll(parts, lease, importacao);
    case 'importar':
      return thenFotos(parts, lease, importacao);
    case 'fotos': {
      const outcome = await fotosBatch(parts, lease);
      return outcome === 'done' ? 'over' : outcome;
    }
  }
}

async function thenFotos(parts: AdvanceParts, lease: Lease, { id }: HeldImportacao): Promise<Outcome> {
  const outcome = await importBatch(parts, lease);
  if (outcome !== 'done') return outcome;
  return parts.db.write(accessOf(lease), async (tx) => {
    if (!(await holdLease(tx, lease))) return 'lost';
    await moveOn(tx, id, 'fotos');
    return 'more';
  });
}

async function settle({ db }: AdvanceParts, lease: Lease): Promise<void> {
  const some = () =>
    db.write(accessOf(lease), (tx) => settleCancelled(tx, lease.importacaoId, SETTLED_AT_ONCE));
  while (await some());
  await db.write(accessOf(lease), (tx) => keepContagem(tx, lease.importacaoId));
}

/** Classifies a failure. `closed` means that only a person can resolve it. Null is an unknown failure. */
function failureOf(error: unknown, words: Words): { kind: 'closed' | 'passing'; aviso: string } | null {
  if (isMarketplaceError(error, 'forbidden')) return { kind: 'closed', aviso: words.forbidden.listings };
  if (isMarketplaceError(error)) return { kind: 'passing', aviso: waiting(words) };
  if (!(error instanceof AppError)) return null;
  if (error.code === 'conflict') return { kind: 'closed', aviso: error.message };
  if (error.code === 'upstream') return { kind: 'passing', aviso: waiting(words) };
  // The storage or the database fails temporarily. If the database fails, the lease cannot be passed on, and
  // the queue retries the job.
  return error.code === 'unavailable' ? { kind: 'passing', aviso: OURSELVES } : null;
}
