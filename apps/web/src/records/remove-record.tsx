import type { Uso } from '@prumo/contract/problem.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifyUndoable } from '#lib/notify.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { InUseDialog } from './in-use-dialog.tsx';
import type { Removable } from './register.ts';
import { useUndo } from './use-undo.ts';

interface RemoveWords {
  question: string;
  removed: string;
  restored: string;
  failed: string;
  signedOut: string;
}

interface RemoveRecordProps {
  of: Removable;
  id: string;
  consequence: ReactNode;
  words: RemoveWords;
  /** Leads to what uses the record, where that is why it cannot go. */
  onShowUso?: (uso: Uso) => void;
  onClose: () => void;
}

/** Asks, deletes, and offers to take it back. */
export function RemoveRecord({ of, id, consequence, words, onShowUso, onClose }: RemoveRecordProps) {
  const queryClient = useQueryClient();
  const undo = useUndo();
  const remove = useMutation({
    mutationFn: () => call(of.remove, { params: { id } }),
    onSuccess: ({ lote }) => {
      notifyUndoable(words.removed, () => undo.mutate({ lote, done: words.restored }));
      onClose();
      // What refers to the record shows its name, or what was in it: stock goes with a produto.
      return queryClient.invalidateQueries();
    },
    onError: (error) => {
      if (usosOf(error)) return;
      onClose();
      const signedOut = error instanceof ProblemError && error.problem.codigo === 'unauthenticated';
      const hint = error instanceof ProblemError && !signedOut ? error.message : undefined;
      notifyFailure('Erro', signedOut ? words.signedOut : words.failed, error, hint);
    },
  });
  const usos = usosOf(remove.error);
  if (usos) {
    return (
      <InUseDialog
        text={remove.error?.message ?? ''}
        usos={usos}
        onShow={(uso) => {
          onClose();
          onShowUso?.(uso);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      question={words.question}
      consequence={consequence}
      confirm="Excluir"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}

const usosOf = (error: Error | null) => (error instanceof ProblemError ? error.problem.usos : undefined);
