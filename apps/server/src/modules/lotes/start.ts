import { DIREITOS_DA_MUDANCA, type Mudanca, type Selecao } from '@prumo/contract/lotes.ts';
import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import { TRASH_DAYS } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found, withoutRight } from '#platform/errors.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { partesOf } from './advance.ts';
import { sendLote } from './lotes.job.ts';
import {
  countUnderWay,
  insertLote,
  lockUndoable,
  type NewLote,
  selectMissingRights,
} from './lotes.queries.ts';
import { keepRecord, REGISTERS } from './mudancas.queries.ts';
import { copyPartes, insertPartes } from './partes.queries.ts';
import { restoreProdutos } from './revert.ts';

/** Lotes of one empresa wait for each other, so more than a few would only wait. */
const MAX_UNDER_WAY = 5;

export const MISSING = 'Esta alteração em massa não foi encontrada.';
const BUSY = 'Já há alterações em massa em andamento. Espere uma delas terminar ou cancele-a.';

type Enqueues = Pick<Jobs, 'enqueue'>;

/** Starts a lote. The job begins after the commit. */
export async function startLote(
  tx: TenantDb,
  jobs: Enqueues,
  { selecao, mudanca }: { selecao: Selecao; mudanca: Mudanca },
): Promise<string> {
  await refuseMissingTarget(tx, mudanca);
  const id = await insert(tx, {
    ...{ tipo: mudanca.tipo, mudanca, direitos: DIREITOS_DA_MUDANCA[mudanca.tipo] },
    selecao: 'ids' in selecao ? null : selecao,
  });
  if ('ids' in selecao) await insertPartes(tx, id, partesOf([...new Set(selecao.ids)]));
  await sendLote(tx, jobs, id);
  return id;
}

/** Starts a lote that reverts another one. */
export async function startUndo(tx: TenantDb, jobs: Enqueues, undone: string): Promise<string> {
  const { tipo, direitos, terminado, venceu, desfeito_por } = found(await lockUndoable(tx, undone), MISSING);
  if (!terminado)
    throw new AppError('conflict', 'Esta alteração ainda está em andamento. Espere ou cancele-a antes.');
  if (venceu)
    throw new AppError('conflict', `Só é possível desfazer alterações dos últimos ${TRASH_DAYS} dias.`);
  if (desfeito_por !== null)
    throw new AppError('conflict', `Esta alteração em massa já foi desfeita por ${desfeito_por}.`);
  const id = await insert(tx, {
    ...{ tipo: 'desfazer', mudanca: null, direitos, selecao: null },
    desfaz: { id: undone, tipo },
  });
  await copyPartes(tx, id, undone);
  await sendLote(tx, jobs, id);
  return id;
}

/**
 * Undoes a lote of the history if a job wrote it: all of it, as another lote, or in this transaction the deletion of one
 * produto. Returns the lote of the undo, or undefined for a lote of one transaction.
 */
export async function undoIfLote(
  tx: TenantDb,
  { jobs, arquivos }: { jobs: Enqueues; arquivos: Arquivos },
  { lote, produtoId }: { lote: string; produtoId: string | undefined },
): Promise<string | undefined> {
  if (!(await lockUndoable(tx, lote))) return undefined;
  if (produtoId === undefined) return startUndo(tx, jobs, lote);
  const { recusas } = await restoreProdutos(tx, [produtoId], arquivos);
  const [recusa] = recusas;
  if (recusa) throw new AppError('conflict', recusa.motivo);
  return tx.lote;
}

async function insert(tx: TenantDb, lote: NewLote): Promise<string> {
  if ((await selectMissingRights(tx, lote.direitos)).length > 0) throw withoutRight();
  if ((await countUnderWay(tx)) >= MAX_UNDER_WAY) throw new AppError('conflict', BUSY);
  return insertLote(tx, lote);
}

const TARGETS = {
  marca: {
    field: 'marca_id',
    table: REGISTERS.marca_id,
    message: 'Esta marca não existe mais. Escolha outra.',
  },
  categoria: {
    field: 'categoria_id',
    table: REGISTERS.categoria_id,
    message: 'Esta categoria não existe mais. Escolha outra.',
  },
  fornecedor: {
    field: 'fornecedor_id',
    table: REGISTERS.fornecedor_id,
    message: 'Este fornecedor não existe mais. Escolha outro.',
  },
  minimo: {
    field: 'deposito_id',
    table: 'depositos',
    message: 'Este depósito não existe mais. Escolha outro.',
  },
} as const;

/** Says at the request, and not only in the job, that the record of a change is gone. */
async function refuseMissingTarget(tx: TenantDb, mudanca: Mudanca): Promise<void> {
  if (!(mudanca.tipo in TARGETS)) return;
  const { field, table, message } = TARGETS[mudanca.tipo as keyof typeof TARGETS];
  const id = (mudanca as unknown as Record<string, string>)[field] ?? '';
  if (!(await keepRecord(tx, table, id)))
    throw new AppError('invalid', message, { campos: { [`mudanca.${field}`]: message } });
}
