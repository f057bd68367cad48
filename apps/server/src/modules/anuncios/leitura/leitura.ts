import { noteProdutos } from '#modules/anuncios/comparar.queries.ts';
import { keepAnuncios } from '#modules/anuncios/keep-anuncios.queries.ts';
import type { Tokens } from '#modules/contas/tokens.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Marketplaces, Words } from '#modules/marketplace/marketplace.ts';
import type { Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import {
  deleteFound,
  type HeldLeitura,
  holdLeitura,
  insertFound,
  keepVarredura,
  type Lease,
  markGone,
  markRead,
  moveTo,
  type Passo,
  passLeitura,
  selectLeitura,
  selectUnread,
} from './leituras.queries.ts';

export interface LeituraParts {
  db: Database;
  tokens: Tokens;
  marketplaces: Marketplaces;
  log: Log;
  /** Enqueues the job of the next lease, which starts after this delay. */
  sendOn(tx: TenantDb, vez: number, startAfterSeconds: number): Promise<void>;
}

/** The result of a batch. `lost` means that another job holds the lease and nothing was written. */
type Outcome = 'lost' | 'more' | 'over';

/** After this time the job ends its lease, so that other readings run. */
const RUN_MS = 45_000;
const ROWS_AT_ONCE = 2000;
const SHORTEST_WAIT_S = 5;
const LONGEST_WAIT_S = 120;
const GIVE_UP_S = 6 * 3600;
const ESTADOS = ['ativos', 'pausados', 'encerrados'] as const;

const waiting = ({ o }: Words) => `${o} não está respondendo. A leitura continua sozinha.`;
const OURSELVES = 'Parte do sistema não está respondendo. A leitura continua sozinha.';
const GIVEN_UP = 'Há horas não há resposta. Use Ler de novo para tentar outra vez.';
const DISCONNECTED = 'Esta conta foi desconectada. Conecte-a de novo em Integrações.';

/**
 * Goes on with the reading of all anuncios of a conta until it is over, or until the time of the run is. A job that has
 * lost the lease stops without writing.
 */
export async function readOn(parts: LeituraParts, lease: Lease): Promise<void> {
  const { db, log } = parts;
  const access = systemAccess(lease.empresaId);
  const pass = (to: Parameters<typeof passLeitura>[2], startAfterSeconds: number | null) =>
    db.write(access, async (tx) => {
      const next = await passLeitura(tx, lease, to);
      // What a change failed to note does not last longer than a day.
      if (next !== undefined && to?.situacao === 'lida')
        await noteProdutos(tx, { marketplace: lease.marketplace, seller_id: lease.sellerId });
      if (next !== undefined && startAfterSeconds !== null) await parts.sendOn(tx, next, startAfterSeconds);
    });
  const until = Date.now() + RUN_MS;
  try {
    for (;;) {
      const outcome = await takeStep(parts, lease, until);
      if (outcome === 'lost') return;
      if (outcome === 'over') return await pass({ situacao: 'lida' }, null);
      if (Date.now() > until) return await pass({}, 0);
    }
  } catch (error) {
    const failure = failureOf(error, parts.marketplaces.of(lease.marketplace).words);
    if (failure === null) throw error;
    log.warn({ seller: lease.sellerId, err: error }, 'leitura delayed or stopped');
    if (failure.isFinal) return await pass({ situacao: 'parada', aviso: failure.aviso }, null);
    const stood = (await db.read(access, (tx) => selectLeitura(tx, lease)))?.stood ?? 0;
    if (stood > GIVE_UP_S) return await pass({ situacao: 'parada', aviso: GIVEN_UP }, null);
    // Backoff: the wait is half the time since the last progress, within limits.
    const wait = Math.round(Math.min(Math.max(stood / 2, SHORTEST_WAIT_S), LONGEST_WAIT_S));
    await pass({ aviso: failure.aviso }, wait);
  }
}

async function takeStep(parts: LeituraParts, lease: Lease, until: number): Promise<Outcome> {
  const leitura = await parts.db.read(systemAccess(lease.empresaId), (tx) => selectLeitura(tx, lease));
  if (!leitura) return 'lost';
  if (leitura.contaId === null) throw new AppError('conflict', DISCONNECTED);
  const conta = { empresaId: lease.empresaId, contaId: leitura.contaId };
  switch (leitura.passo) {
    case 'limpar':
      return inBatches(parts, lease, { passo: 'limpar', next: 'buscar', some: deleteFound });
    case 'buscar':
      return search(parts, lease, { conta, leitura, until });
    case 'ler':
      return readSome(parts, lease, conta);
    case 'conferir':
      return inBatches(parts, lease, { passo: 'conferir', next: 'encerrar', some: markGone });
    case 'encerrar':
      return inBatches(parts, lease, { passo: 'encerrar', next: null, some: deleteFound });
  }
}

/** Holds the lease and writes, unless another job has moved the reading on. */
const write = (parts: LeituraParts, lease: Lease, passo: Passo, work: (tx: TenantDb) => Promise<Outcome>) =>
  parts.db.write(systemAccess(lease.empresaId), async (tx) =>
    (await holdLeitura(tx, lease))?.passo === passo ? work(tx) : 'lost',
  );

/** Runs one batch of a step that only writes. The step is over when a batch finds fewer rows than it may. */
const inBatches = (
  parts: LeituraParts,
  lease: Lease,
  step: { passo: Passo; next: Passo | null; some: typeof deleteFound },
) =>
  write(parts, lease, step.passo, async (tx) => {
    if ((await step.some(tx, lease, ROWS_AT_ONCE)) === ROWS_AT_ONCE) return 'more';
    if (step.next === null) return 'over';
    await moveTo(tx, lease, step.next);
    return 'more';
  });

interface ContaRef {
  empresaId: string;
  contaId: string;
}

const askerOf = (accessToken: string, { empresaId }: Lease) =>
  ({ accessToken, turn: { waits: 'background', key: empresaId } }) as const;

/** Finds the ids of all anuncios. Each page is stored with the cursor of the next, so a killed job loses no page. */
function search(
  parts: LeituraParts,
  lease: Lease,
  { conta, leitura, until }: { conta: ContaRef; leitura: HeldLeitura; until: number },
): Promise<Outcome> {
  const { sellerId } = lease;
  return parts.tokens.withToken(conta, async (accessToken, { listings }) => {
    let cursor = leitura.varredura;
    while (Date.now() < until) {
      const page = await listings.idsPage(
        askerOf(accessToken, lease),
        { sellerId, estados: ESTADOS },
        cursor,
      );
      let next: string | null = null;
      const outcome = await write(parts, lease, 'buscar', async (tx) => {
        const after = page.after(await insertFound(tx, lease, page.ids));
        await keepVarredura(tx, lease, after);
        next = after.cursor;
        return 'more';
      });
      if (outcome === 'lost' || next === null) return outcome;
      cursor = next;
    }
    return 'more';
  });
}

async function readSome(parts: LeituraParts, lease: Lease, conta: ContaRef): Promise<Outcome> {
  const { db, tokens, marketplaces } = parts;
  const { atOnce } = marketplaces.of(lease.marketplace).listings;
  const ids = await db.read(systemAccess(lease.empresaId), (tx) => selectUnread(tx, lease, atOnce));
  if (ids.length === 0)
    return write(parts, lease, 'ler', async (tx) => {
      await moveTo(tx, lease, 'conferir');
      return 'more';
    });
  const read = await tokens.withToken(conta, (accessToken, { listings }) =>
    listings.read(askerOf(accessToken, lease), ids, ESTADOS),
  );
  const units = [...read.values()].flatMap((listing) => listing.units);
  return write(parts, lease, 'ler', async (tx) => {
    await keepAnuncios(tx, lease, units);
    await markRead(tx, lease, ids);
    return 'more';
  });
}

/** Classifies a failure. A final one waits for a person. Null is an unknown failure. */
function failureOf(error: unknown, words: Words): { isFinal: boolean; aviso: string } | null {
  if (isMarketplaceError(error, 'forbidden')) return { isFinal: true, aviso: words.forbidden.listings };
  if (isMarketplaceError(error)) return { isFinal: false, aviso: waiting(words) };
  if (!(error instanceof AppError)) return null;
  if (error.code === 'conflict') return { isFinal: true, aviso: error.message };
  if (error.code === 'upstream') return { isFinal: false, aviso: waiting(words) };
  return error.code === 'unavailable' ? { isFinal: false, aviso: OURSELVES } : null;
}
