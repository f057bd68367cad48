import { MAX_PRODUTOS_DO_LOTE, type Mudanca, type TipoDeLote } from '@prumo/contract/lotes.ts';
import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import type { Access, Database } from '#platform/db/db.ts';
import { systemAccess } from '#platform/db/system-access.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, type Explanations, toAppError } from '#platform/errors.ts';
import { type Applied, apply, Impossible } from './apply.ts';
import {
  endLote,
  type Held,
  lockHeld,
  selectHeld,
  selectMatches,
  setPrepared,
  startChanges,
} from './lotes.queries.ts';
import { selectNomes } from './mudancas.queries.ts';
import { insertPartes, moveOn, type Parte, selectParte, selectPlace, selectRange } from './partes.queries.ts';
import { revert } from './revert.ts';

export interface LoteParts {
  db: Database;
  arquivos: Arquivos;
  explanations: Explanations;
}

export interface Run extends LoteParts {
  empresaId: string;
  id: string;
  /** Enqueues the next job of this lote. */
  sendOn(tx: TenantDb): Promise<void>;
}

/** After this time the job ends and enqueues the next one, so that other empresas get their turn. */
const RUN_MS = 10_000;
/** The rows that one transaction compares with the filter. */
const COMPARED = 5000;
export const PARTE = 500;
/** The most produtos that one transaction changes. Changes that also move stock take several statements each. */
const STEP = 500;
const STEP_WITH_STOCK = 50;
const WITH_STOCK: ReadonlySet<TipoDeLote> = new Set(['excluir', 'restaurar', 'minimo']);

const NO_RIGHT = 'Quem pediu esta alteração não tem mais o direito de fazê-la.';
const TOO_MANY = `O filtro escolhe mais de ${MAX_PRODUTOS_DO_LOTE.toLocaleString('pt-BR')} produtos. Nada foi alterado: use um filtro mais preciso.`;

/** Cuts ids into parts. */
export const partesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / PARTE) }, (_, n) => ids.slice(n * PARTE, (n + 1) * PARTE));

/**
 * Moves a lote until it is done or the time of the run is over. Each transaction changes some produtos and records the
 * position, so a job can be killed at any line, and two jobs of one lote do nothing twice.
 */
export async function advance(run: Run): Promise<void> {
  const { db, id, empresaId } = run;
  const until = Date.now() + RUN_MS;
  let size = STEP;
  for (;;) {
    const held = await db.read(systemAccess(empresaId), (tx) => selectHeld(tx, id));
    if (!held) return;
    // The changes are those of the person, and all belong to this lote.
    const access: Access = { ...systemAccess(empresaId), userId: held.user_id, lote: id };
    if (held.situacao === 'preparando') await db.write(access, (tx) => prepare(tx, id));
    else size = await change(run, access, Math.min(size, stepOf(held.tipo)));
    if (Date.now() > until) return await db.write(systemAccess(empresaId), run.sendOn);
  }
}

const stepOf = (tipo: TipoDeLote) => (WITH_STOCK.has(tipo) ? STEP_WITH_STOCK : STEP);

/** Finds the next produtos of the filter. No produto changes before all are found. */
async function prepare(tx: TenantDb, id: string): Promise<void> {
  const held = await lockHeld(tx, id);
  if (held?.situacao !== 'preparando' || !held.selecao) return;
  const { ids, ultimo } = await selectMatches(tx, held.selecao, {
    depois: held.preparado_ate,
    antes: id,
    limit: COMPARED,
  });
  if (ultimo === null) return void (await startChanges(tx, id));
  if (held.total + ids.length > MAX_PRODUTOS_DO_LOTE)
    return void (await endLote(tx, id, { situacao: 'falhou', aviso: TOO_MANY }));
  if (ids.length > 0) await insertPartes(tx, id, partesOf(ids));
  await setPrepared(tx, id, ultimo);
}

/**
 * Changes up to `size` produtos. When the database or a rule refuses them together, the next step has half of them; a
 * single produto is refused by name. Returns the size of the next step.
 */
async function change(run: Run, access: Access, size: number): Promise<number> {
  try {
    await run.db.write(access, (tx) => step(tx, run, size));
    return size * 2;
  } catch (error) {
    if (error instanceof Impossible) {
      await run.db.write(access, (tx) => endLote(tx, run.id, { situacao: 'falhou', aviso: error.message }));
      return size;
    }
    const motivo = refusalOf(error, run.explanations);
    if (motivo === undefined) throw error;
    if (size > 1) return Math.floor(size / 2);
    await run.db.write(access, (tx) => step(tx, run, 1, motivo));
    return 2;
  }
}

/** The sentence for an error that the same change would meet again. Any other error is for the queue, which retries. */
function refusalOf(error: unknown, explanations: Explanations): string | undefined {
  const isConstraint = error instanceof Error && 'code' in error && /^(22|23)/.test(String(error.code));
  if (!(error instanceof AppError) && !isConstraint) return undefined;
  const { code, message } = toAppError(error, explanations);
  return code === 'unavailable' || code === 'unexpected' ? undefined : message;
}

/** One transaction: changes the next produtos, or refuses them all with `motivo`, and records the position. */
async function step(tx: TenantDb, run: Run, size: number, motivo?: string): Promise<void> {
  const held = await lockHeld(tx, run.id);
  if (held?.situacao !== 'fazendo') return;
  if (!held.pode) return void (await endLote(tx, run.id, { situacao: 'falhou', aviso: NO_RIGHT }));
  const parte = await selectParte(tx, run.id, held.parte);
  if (!parte) return void (await endLote(tx, run.id, { situacao: 'concluido' }));
  const ids = parte.produtos.slice(parte.feitos, parte.feitos + size);
  const de = await selectPlace(tx);
  const { alterados, recusas } =
    motivo === undefined
      ? await applyTo(tx, run, { held, parte, ids })
      : { alterados: 0, recusas: ids.map((id) => ({ id, motivo })) };
  await moveOn(tx, run.id, {
    ...{ parte, de, alterados },
    feitos: ids.length,
    recusas: await named(tx, recusas),
  });
}

async function applyTo(
  tx: TenantDb,
  { arquivos }: Run,
  { held, parte, ids }: { held: Held; parte: Parte; ids: readonly string[] },
): Promise<Applied> {
  if (held.desfaz === null) return apply(tx, held.mudanca as Mudanca, { ids, arquivos });
  const range = await selectRange(tx, held.desfaz, parte.ordem);
  if (range === undefined || ids.length === 0) return { alterados: 0, recusas: [] };
  return revert(tx, { lote: held.desfaz, produtos: ids, ...range }, arquivos);
}

async function named(tx: TenantDb, recusas: Applied['recusas']) {
  if (recusas.length === 0) return [];
  const rows = await selectNomes(
    tx,
    recusas.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return recusas.map(({ id, motivo }) => ({
    produto_id: id,
    nome: byId.get(id)?.nome ?? null,
    sku: byId.get(id)?.sku ?? null,
    motivo,
  }));
}
