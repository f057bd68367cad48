import type { Arquivos } from '#modules/arquivos/arquivos.ts';
import { type Change, selectChangesOf } from '#modules/historico/historico.queries.ts';
import { reverseAll } from '#modules/historico/undo.ts';
import { selectReversibleOf } from '#modules/movimentos/reverse.ts';
import { lastChangeBy, TRASH_DAYS } from '#platform/db/history.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Applied, Recusa } from './apply.ts';
import { compareUpdates, lockPrecos, revertUpdates, selectDeletions } from './mudancas.queries.ts';

/** Some produtos of a lote, and the ids of the history between which their changes are. */
interface Written {
  lote: string;
  produtos: readonly string[];
  de: string;
  ate: string;
}

/**
 * Reverts what a lote did to some produtos. Changes of the produtos alone are reverted together. Others, which also
 * touch stock, go one by one; if the undo of one is refused, this function throws and the caller tries fewer produtos.
 */
export async function revert(tx: TenantDb, written: Written, arquivos: Arquivos): Promise<Applied> {
  const changes = await selectChangesOf(tx, written.lote, written);
  if (changes.every(({ tabela, operacao }) => tabela === 'produtos' && operacao === 'U'))
    return revertAtOnce(tx, changes);
  const movimentos = await selectReversibleOf(tx, written.lote, written);
  await reverseAll(tx, changes, movimentos);
  await arquivos.settle(
    tx,
    changes.flatMap(({ tabela, antes, depois }) =>
      [antes, depois].flatMap((registro) => arquivos.shownBy(tabela, registro)),
    ),
  );
  return { alterados: new Set(changes.map(produtoOf)).size, recusas: [] };
}

const produtoOf = ({ tabela, registro_id, antes, depois }: Change): unknown =>
  tabela === 'produtos' ? registro_id : (antes ?? depois)?.['produto_id'];

async function revertAtOnce(tx: TenantDb, changes: readonly Change[]): Promise<Applied> {
  if (changes.length === 0) return { alterados: 0, recusas: [] };
  await lockPrecos(
    tx,
    changes.map(({ registro_id }) => registro_id),
    'preco_venda',
  );
  const states = await compareUpdates(
    tx,
    changes.map(({ id }) => id),
  );
  const same = new Set(states.filter(({ igual }) => igual).map(({ produto_id }) => produto_id));
  const recusas: Recusa[] = [];
  for (const { produto_id, existe, igual } of states) {
    if (igual) continue;
    const by = (await lastChangeBy(tx, 'produtos', produto_id)) ?? 'Outra pessoa';
    recusas.push({ id: produto_id, motivo: `${by} ${existe ? 'alterou' : 'excluiu'} este produto depois.` });
  }
  const reverted = changes.filter(({ registro_id }) => same.has(registro_id));
  if (reverted.length > 0) await revertUpdates(tx, reverted);
  return { alterados: reverted.length, recusas };
}

/** Brings deleted produtos back, each as its last deletion left it. */
export async function restoreProdutos(
  tx: TenantDb,
  ids: readonly string[],
  arquivos: Arquivos,
): Promise<Applied> {
  const deletions = await selectDeletions(tx, ids, TRASH_DAYS);
  const found = new Set(deletions.map(({ produto_id }) => produto_id));
  let alterados = 0;
  for (const { produto_id, ...deletion } of deletions)
    alterados += (await revert(tx, { ...deletion, produtos: [produto_id] }, arquivos)).alterados;
  return {
    alterados,
    recusas: ids
      .filter((id) => !found.has(id))
      .map((id) => ({ id, motivo: 'O produto não está na lixeira.' })),
  };
}
