import { isDeepStrictEqual } from 'node:util';
import {
  lockStock,
  type Reversible,
  restoreLastMovement,
  reverseMovimentos,
  selectReversible,
} from '#modules/movimentos/reverse.ts';
import { lastChangeBy, type Registro, TRASH_DAYS } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError } from '#platform/errors.ts';
import {
  type Change,
  deleteRegistro,
  insertRegistro,
  lockLote,
  selectExisting,
  selectLote,
  selectRegistro,
  updateRegistro,
} from './historico.queries.ts';

const MISSING = 'Não há o que desfazer: esta alteração não foi encontrada.';

/**
 * Reverses a lote as a new lote, with its changes and movimentos in the opposite order, and returns the reversed
 * changes. If a record has changed since, the whole undo is refused, so that no later change is overwritten. Of a lote
 * that deleted several records of a register, `registroId` comes back alone, and the whole undo leaves out those that
 * are back already (ADR 0087).
 */
export async function undo(tx: TenantDb, lote: string, registroId: string | undefined): Promise<Change[]> {
  const [, changes, movimentos] = await Promise.all([
    lockLote(tx, lote),
    selectLote(tx, lote, TRASH_DAYS),
    selectReversible(tx, lote, TRASH_DAYS),
  ]);
  const first = changes[0] ?? movimentos[0];
  if (!first) throw new AppError('not_found', MISSING);
  if (first.expired)
    throw new AppError('conflict', `Só é possível desfazer alterações dos últimos ${TRASH_DAYS} dias.`);
  const reversed = movimentos.length === 0 ? await stillDeleted(tx, changes, registroId) : changes;
  await reverseAll(tx, reversed, movimentos);
  return reversed;
}

/** The changes to reverse of a lote that may have deleted several records. */
async function stillDeleted(tx: TenantDb, changes: Change[], registroId: string | undefined) {
  const [first] = changes;
  if (!first || changes.length === 1 || !isDeletionOfSeveral(changes)) return changes;
  if (registroId !== undefined) {
    const one = changes.filter(({ registro_id }) => registro_id === registroId);
    if (one.length === 0) throw new AppError('not_found', MISSING);
    return one;
  }
  const back = await selectExisting(
    tx,
    first.tabela,
    changes.map(({ registro_id }) => registro_id),
  );
  const left = changes.filter(({ registro_id }) => !back.has(registro_id));
  // The refusal of the first record says who restored it.
  return left.length > 0 ? left : changes;
}

/** Such records do not depend on each other's changes, unlike a deposito and the stock that went with it. */
const isDeletionOfSeveral = (changes: readonly Change[]) =>
  changes.every(({ tabela, operacao }) => operacao === 'D' && tabela === changes[0]?.tabela);

/** Reverses changes and movimentos of one transaction, the last one first. */
export async function reverseAll(
  tx: TenantDb,
  changes: readonly Change[],
  movimentos: readonly Reversible[],
): Promise<void> {
  const produtos = [...changes.flatMap(produtoOf), ...movimentos.map(({ produto_id }) => produto_id)];
  if (produtos.length > 0) await lockStock(tx, [...new Set(produtos)]);
  let waiting = movimentos;
  for (const change of changes) {
    // One transaction created all these ids, so a later change has a greater id.
    const later = waiting.filter(({ id }) => id > change.id);
    waiting = waiting.slice(later.length);
    if (later.length > 0) await reverseMovimentos(tx, later);
    await reverse(tx, change);
  }
  if (waiting.length > 0) await reverseMovimentos(tx, waiting);
}

/** Returns the produto whose stock a change affects. */
function produtoOf({ tabela, registro_id, antes, depois }: Change): string[] {
  if (tabela === 'produtos') return [registro_id];
  return tabela === 'produto_deposito' ? [String((antes ?? depois)?.['produto_id'])] : [];
}

async function reverse(tx: TenantDb, change: Change): Promise<void> {
  const { tabela, registro_id, antes, depois } = change;
  const current = await selectRegistro(tx, tabela, registro_id);
  if (isLinkInUse(change, current)) return;
  if (!isAsLeft(current, depois)) throw await changedSince(tx, change, current);
  if (antes === null) await deleteRegistro(tx, tabela, registro_id);
  else if (depois === null) {
    await insertRegistro(tx, tabela, nextVersion(antes, antes));
    if (tabela === 'produto_deposito') await restoreLastMovement(tx, registro_id);
  } else await updateRegistro(tx, tabela, registro_id, nextVersion(changedFields(antes, depois), depois));
}

/**
 * Whether the change linked a produto to a deposito and the row now has stock, promised units or its own minimum. Such a
 * row stays.
 */
const isLinkInUse = ({ tabela, antes, depois }: Change, current: Registro | undefined): boolean =>
  tabela === 'produto_deposito' &&
  antes === null &&
  (current?.['quantidade'] !== 0 || current['reservado'] !== 0 || !isAsLeft(current, depois));

/** Whether the record is still as this change left it. Columns that the history omits are not compared. */
function isAsLeft(current: Registro | undefined, depois: Registro | null): boolean {
  if (current === undefined || depois === null) return current === undefined && depois === null;
  return Object.entries(depois).every(([column, value]) => isDeepStrictEqual(current[column], value));
}

const changedFields = (antes: Registro, depois: Registro): Registro =>
  Object.fromEntries(
    Object.entries(antes).filter(([column, value]) => !isDeepStrictEqual(value, depois[column])),
  );

/** Raises the version, so that a form opened before the undo becomes stale. */
const nextVersion = (values: Registro, from: Registro): Registro =>
  typeof from['versao'] === 'number' ? { ...values, versao: from['versao'] + 1 } : values;

async function changedSince(tx: TenantDb, change: Change, current: Registro | undefined): Promise<AppError> {
  const by = (await lastChangeBy(tx, change.tabela, change.registro_id)) ?? 'Outra pessoa';
  if (change.depois === null) return new AppError('conflict', `Este registro já foi restaurado por ${by}.`);
  if (current === undefined)
    return new AppError('conflict', `Não foi possível desfazer: ${by} excluiu este registro depois.`);
  return new AppError('conflict', `Não foi possível desfazer: ${by} alterou este registro depois.`);
}
