import { type LoteDeProdutos, lotes } from '@prumo/contract/lotes.ts';
import type { QueryClient } from '@tanstack/react-query';
import { call, queryOf } from '#lib/api.ts';
import { notifyUndoable, notifyWarning } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { doneText, refusedText } from './lote-words.ts';

const POLL_MS = 500;
const SLOW_POLL_MS = 2000;
/** After so many reads the work is a long one, and fewer reads are enough. */
const QUICK_READS = 20;

export const isOver = ({ situacao }: Pick<LoteDeProdutos, 'situacao'>) =>
  situacao !== 'preparando' && situacao !== 'fazendo';

export const loteQuery = (id: string) => queryOf(lotes.get, { params: { id } });

const watched = new Set<string>();
const everWatched = new Set<string>();

/** Whether this page has seen the lote under way. After a reload the dialog still has to tell the person its end. */
export const wasWatched = (id: string) => everWatched.has(id);

/**
 * Reads a lote until it ends, and then says what it has done, also when its dialog was closed. A failed read ends the
 * watch: the dialog shows the failure and begins another one.
 */
export function watchLote(queryClient: QueryClient, id: string): void {
  if (watched.has(id)) return;
  watched.add(id);
  everWatched.add(id);
  void read(queryClient, id).finally(() => watched.delete(id));
}

async function read(queryClient: QueryClient, id: string): Promise<void> {
  for (let reads = 0; ; reads++) {
    const lote = await queryClient
      .fetchQuery({ ...loteQuery(id), staleTime: 0, retry: 8 })
      .catch(() => undefined);
    if (lote === undefined) return;
    if (isOver(lote)) {
      void queryClient.invalidateQueries();
      return tell(queryClient, lote);
    }
    await new Promise((resolve) => setTimeout(resolve, reads < QUICK_READS ? POLL_MS : SLOW_POLL_MS));
  }
}

function tell(queryClient: QueryClient, lote: LoteDeProdutos): void {
  const { id, situacao, aviso, alterados, recusados } = lote;
  const text = recusados > 0 ? refusedText(recusados) : undefined;
  if (situacao === 'falhou') notifyWarning('A alteração em massa parou', aviso ?? undefined);
  else if (alterados === 0) notifyWarning(doneText(lote), text);
  else
    notifyUndoable(text === undefined ? doneText(lote) : `${doneText(lote)}. ${text}`, () => {
      undoLote(queryClient, id).catch((error: unknown) => notifyRefusal('Não foi desfeito', error));
    });
}

/** Starts the undo of a lote. A toast tells its end. */
export async function undoLote(queryClient: QueryClient, id: string): Promise<LoteDeProdutos> {
  const undo = await call(lotes.undo, { params: { id } });
  watchLote(queryClient, undo.id);
  return undo;
}
