import { isMarketplaceError } from '#modules/contas/marketplace.ts';
import { AppError } from '#platform/errors.ts';
import { SYSTEM_USER } from '#platform/history.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { compareAll } from './compare.ts';
import { fotosBatch } from './fotos-batch.ts';
import { importBatch } from './import-batch.ts';
import { keepContagem } from './importacoes.queries.ts';
import { moveOn } from './read.queries.ts';
import { readBatch } from './read-listings.ts';
import { searchBatch } from './read-search.ts';
import { passTurn, selectStanding, settleCancelled } from './turn.queries.ts';
import {
  accessOf,
  type HeldImportacao,
  holdTurn,
  type ImportParts,
  type Outcome,
  selectTurn,
  type Turn,
} from './turn.ts';

export interface AdvanceParts extends ImportParts {
  /** Whoever has the next turn begins after so long. */
  sendOn(tx: TenantDb, vez: number, startAfterSeconds: number): Promise<void>;
}

/** Then the others go first. */
const RUN_MS = 45_000;
const SETTLED_AT_ONCE = 2000;
const SHORTEST_WAIT_S = 5;
const LONGEST_WAIT_S = 120;
const GIVE_UP_S = 6 * 3600;

const WAITING = 'O Mercado Livre não está respondendo. A importação continua sozinha.';
const OURSELVES = 'Parte do sistema não está respondendo. A importação continua sozinha.';
const GIVEN_UP = 'Há horas não há resposta. Use Retomar para tentar de novo.';
const FORBIDDEN =
  'O Mercado Livre não deixa ler os anúncios desta conta. Libere a permissão de publicações para este sistema no Mercado Livre e use Retomar.';

/** Steps until it is done, waits for a person, or the time is over. Whoever lost the turn stops without a word. */
export async function advance(parts: AdvanceParts, ref: Omit<Turn, 'userId'>): Promise<void> {
  const { db, log } = parts;
  const { empresaId } = ref;
  const standing = await db.read({ sessionHash: null, empresaId, userId: SYSTEM_USER }, (tx) =>
    selectStanding(tx, ref),
  );
  if (!standing) return;
  const turn: Turn = { ...ref, userId: standing.user_id };
  if (standing.situacao === 'cancelada') return settle(parts, turn);
  const pass = (to: Parameters<typeof passTurn>[2], startAfterSeconds: number | null) =>
    db.write(accessOf(turn), async (tx) => {
      const next = await passTurn(tx, turn, to);
      if (next !== undefined && startAfterSeconds !== null) await parts.sendOn(tx, next, startAfterSeconds);
      if (next !== undefined && to?.situacao === 'concluida') await keepContagem(tx, turn.importacaoId);
    });

  const until = Date.now() + RUN_MS;
  try {
    for (;;) {
      const outcome = await takeStep(parts, turn, until);
      if (outcome === 'lost') return;
      if (outcome === 'over') return void (await pass({ situacao: 'concluida' }, null));
      if (Date.now() > until) return void (await pass({}, 0));
    }
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    log.warn({ importacao: turn.importacaoId, err: error }, 'importacao held up');
    if (failure.kind === 'closed')
      return void (await pass({ situacao: 'interrompida', aviso: failure.aviso }, null));
    const now = await db.read(accessOf(turn), (tx) => selectStanding(tx, turn));
    const stood = now?.segundos_parada ?? 0;
    if (stood > GIVE_UP_S) return void (await pass({ situacao: 'interrompida', aviso: GIVEN_UP }, null));
    // Longer each time.
    const wait = Math.round(Math.min(Math.max(stood / 2, SHORTEST_WAIT_S), LONGEST_WAIT_S));
    await pass({ aviso: failure.aviso }, wait);
  }
}

async function takeStep(parts: AdvanceParts, turn: Turn, until: number): Promise<Outcome | 'over'> {
  const importacao = await parts.db.read(accessOf(turn), (tx) => selectTurn(tx, turn));
  if (!importacao) return 'lost';
  switch (importacao.passo) {
    case 'buscar':
      return searchBatch(parts, turn, { importacao, until });
    case 'ler':
      return readBatch(parts, turn, importacao);
    case 'comparar':
      return compareAll(parts, turn, importacao);
    case 'importar':
      return thenFotos(parts, turn, importacao);
    case 'fotos': {
      const outcome = await fotosBatch(parts, turn);
      return outcome === 'done' ? 'over' : outcome;
    }
  }
}

async function thenFotos(parts: AdvanceParts, turn: Turn, { id }: HeldImportacao): Promise<Outcome> {
  const outcome = await importBatch(parts, turn);
  if (outcome !== 'done') return outcome;
  return parts.db.write(accessOf(turn), async (tx) => {
    if (!(await holdTurn(tx, turn))) return 'lost';
    await moveOn(tx, id, 'fotos');
    return 'more';
  });
}

async function settle({ db }: AdvanceParts, turn: Turn): Promise<void> {
  const some = () =>
    db.write(accessOf(turn), (tx) => settleCancelled(tx, turn.importacaoId, SETTLED_AT_ONCE));
  while (await some());
  await db.write(accessOf(turn), (tx) => keepContagem(tx, turn.importacaoId));
}

/** `closed`: only a person mends it. */
function failureOf(error: unknown): { kind: 'closed' | 'passing'; aviso: string } | null {
  if (isMarketplaceError(error, 'forbidden')) return { kind: 'closed', aviso: FORBIDDEN };
  if (isMarketplaceError(error)) return { kind: 'passing', aviso: WAITING };
  if (!(error instanceof AppError)) return null;
  if (error.code === 'conflict') return { kind: 'closed', aviso: error.message };
  if (error.code === 'upstream') return { kind: 'passing', aviso: WAITING };
  // The storage, or the database for a moment; without it nothing more is written, and the job comes again by itself.
  return error.code === 'unavailable' ? { kind: 'passing', aviso: OURSELVES } : null;
}
