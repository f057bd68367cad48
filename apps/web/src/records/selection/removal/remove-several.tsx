import { MAX_DE_UMA_VEZ } from '@prumo/contract/remove-several.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { asQuestion } from '#lib/dialogs/use-dialog.ts';
import type { Selection } from '#records/selection/selection.ts';
import type { SelectionOptions } from '#records/selection/use-record-selection.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { Dialog, DialogBody } from '#ui/dialog/dialog.tsx';
import { FailureState } from '#ui/failure-state.tsx';
import { foundIds, pickedIds } from './found-ids.ts';
import { begin } from './removal.ts';
import { Counting, Deleting } from './removal-progress.tsx';
import { RemovalResult } from './removal-result.tsx';
import { consequenceText, noneText, questionText } from './removal-words.ts';
import { useRemoval } from './use-removal.ts';

interface RemoveSeveralProps<Filtro> extends SelectionOptions<Filtro> {
  selecao: Selection<Filtro>;
  /** Closes the dialog after a deletion, whatever it has deleted. */
  onRemoved: () => void;
  /** Closes the dialog before one. */
  onClose: () => void;
}

/** Counts the picked records, asks, deletes them and says which ones stayed. */
export function RemoveSeveral<Filtro>(props: RemoveSeveralProps<Filtro>) {
  const { of, nouns, selecao, read, onShowUso, onRemoved, onClose } = props;
  const [found, setFound] = useState(pickedIds(selecao));
  const [count, setCount] = useState(0);
  const [unread, setUnread] = useState<Error>();
  const [failure, setFailure] = useState<Error>();
  const { removal, isRunning, run, stop } = useRemoval({
    of,
    nouns,
    onEnd: (ended, error) => {
      setFailure(error);
      if (!error && ended.waiting.length === 0 && ended.recusas.length === 0) onRemoved();
    },
  });

  const search = useEffectEvent((isStopped: () => boolean) =>
    foundIds(selecao, { read, isStopped, onCount: setCount }),
  );
  const isWanted = found === undefined && unread === undefined;
  useEffect(() => {
    if (!isWanted) return;
    let isStopped = false;
    search(() => isStopped).then(
      (ids) => isStopped || setFound(ids),
      (error: Error) => isStopped || setUnread(error),
    );
    return () => {
      isStopped = true;
    };
  }, [isWanted]);

  // The button that opened the dialog leaves together with the selection.
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) document.querySelector('h1')?.focus();
      });
    },
    [],
  );

  const title = `Excluir ${nouns.many}`;
  if (!found) {
    return (
      <Dialog title={title} place={asQuestion(onClose)}>
        {unread ? (
          <FailureState message={unread.message} onRetry={() => setUnread(undefined)} />
        ) : (
          <Counting count={count} nouns={nouns} onStop={onClose} />
        )}
      </Dialog>
    );
  }
  const total = found.ids.length;
  if (total === 0) {
    return (
      <Dialog title={title} place={asQuestion(onRemoved)}>
        <DialogBody role="status" className="text-control">
          {noneText(nouns)}
        </DialogBody>
      </Dialog>
    );
  }
  // One call is over too soon for a progress.
  if (!removal || (isRunning && total <= MAX_DE_UMA_VEZ)) {
    return (
      <ConfirmDialog
        question={questionText(total, nouns)}
        consequence={consequenceText(
          { count: total, left: found.left, canBeUsed: onShowUso !== undefined },
          nouns,
        )}
        confirm="Excluir"
        busy={isRunning}
        onConfirm={() => void run(begin(found.ids))}
        onCancel={onClose}
      />
    );
  }
  return (
    <Dialog title={title} place={asQuestion(isRunning ? stop : onRemoved)}>
      {isRunning ? (
        <Deleting removal={removal} onStop={stop} />
      ) : (
        <RemovalResult
          removal={removal}
          failure={failure}
          nouns={nouns}
          onShowUso={onShowUso}
          onContinue={() => void run(removal)}
          onClose={onRemoved}
        />
      )}
    </Dialog>
  );
}
