import { historico } from '@prumo/contract/historico.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { notifySuccess, notifyUndoable } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import type { Nouns } from '#records/selection/use-record-selection.tsx';
import type { Removal } from './removal.ts';
import { doneText, restoredText } from './removal-words.ts';

type Done = Pick<Removal, 'excluidos' | 'lotes'>;

/** Says what was deleted and offers the undo, also after the person has left the list. */
export function tellRemoval(queryClient: QueryClient, done: Done, nouns: Nouns): void {
  void queryClient.invalidateQueries();
  if (done.excluidos > 0)
    notifyUndoable(doneText(done.excluidos, nouns), () => void undoRemoval(queryClient, done, nouns));
}

/** The lotes whose undo this page has sent. A toast and the dialog may offer the same undo. */
const undone = new Set<string>();

/**
 * Brings the deleted records back, the last lote first. Each lote comes back as a whole. After a refusal the person finds
 * the rest in the lixeira, where every record can be restored alone.
 */
export async function undoRemoval(queryClient: QueryClient, done: Done, nouns: Nouns): Promise<void> {
  const lotes = done.lotes.filter((lote) => !undone.has(lote));
  if (lotes.length === 0) return;
  if (lotes.length > 1) notifySuccess('Desfazendo a exclusão...');
  try {
    for (const lote of lotes) {
      await call(historico.undo, { params: { lote }, query: {} });
      undone.add(lote);
    }
    notifySuccess(restoredText(done.excluidos, nouns));
  } catch (error) {
    notifyRefusal('Nem tudo foi restaurado. Veja o resto na lixeira', error);
  }
  await queryClient.invalidateQueries();
}
