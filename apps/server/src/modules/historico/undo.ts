import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#platform/errors.ts';
import { lastChangeBy, TRASH_DAYS } from '#platform/history.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import {
  type Change,
  deleteRegistro,
  insertRegistro,
  type Registro,
  selectLote,
  selectRegistro,
  updateRegistro,
} from './historico.queries.ts';

/** Reverses a batch as a new batch. Nothing that changed since is overwritten: the whole undo is refused instead. */
export async function undo(tx: TenantDb, lote: string): Promise<Change[]> {
  const changes = await selectLote(tx, lote, TRASH_DAYS);
  const [first] = changes;
  if (!first) throw new AppError('not_found', 'Não há o que desfazer: esta alteração não foi encontrada.');
  if (first.expired)
    throw new AppError('conflict', `Só é possível desfazer alterações dos últimos ${TRASH_DAYS} dias.`);
  for (const change of changes) await reverse(tx, change);
  return changes;
}

async function reverse(tx: TenantDb, change: Change): Promise<void> {
  const { tabela, registro_id, antes, depois } = change;
  const current = await selectRegistro(tx, tabela, registro_id);
  if (!isAsLeft(current, depois)) throw await changedSince(tx, change, current);
  if (antes === null) await deleteRegistro(tx, tabela, registro_id);
  else if (depois === null) await insertRegistro(tx, tabela, nextVersion(antes, antes));
  else await updateRegistro(tx, tabela, registro_id, nextVersion(changedFields(antes, depois), depois));
}

/** Is the record still as this change left it? Columns the history leaves out are not compared. */
function isAsLeft(current: Registro | undefined, depois: Registro | null): boolean {
  if (current === undefined || depois === null) return current === undefined && depois === null;
  return Object.entries(depois).every(([column, value]) => isDeepStrictEqual(current[column], value));
}

const changedFields = (antes: Registro, depois: Registro): Registro =>
  Object.fromEntries(
    Object.entries(antes).filter(([column, value]) => !isDeepStrictEqual(value, depois[column])),
  );

/** The version only goes up, so that a form opened before the undo notices it. */
const nextVersion = (values: Registro, from: Registro): Registro =>
  typeof from['versao'] === 'number' ? { ...values, versao: from['versao'] + 1 } : values;

async function changedSince(tx: TenantDb, change: Change, current: Registro | undefined): Promise<AppError> {
  const by = (await lastChangeBy(tx, change.tabela, change.registro_id)) ?? 'Outra pessoa';
  if (change.depois === null) return new AppError('conflict', `Este registro já foi restaurado por ${by}.`);
  if (current === undefined)
    return new AppError('conflict', `Não foi possível desfazer: ${by} excluiu este registro depois.`);
  return new AppError('conflict', `Não foi possível desfazer: ${by} alterou este registro depois.`);
}
