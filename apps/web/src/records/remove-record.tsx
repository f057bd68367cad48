import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifyUndoable } from '#lib/notify.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
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
  onClose: () => void;
}

/** Asks, deletes, and offers to take it back. */
export function RemoveRecord({ of, id, consequence, words, onClose }: RemoveRecordProps) {
  const tag = of.remove.schema.tags[0];
  const queryClient = useQueryClient();
  const undo = useUndo(tag);
  const remove = useMutation({
    mutationFn: () => call(of.remove, { params: { id } }),
    onSuccess: ({ lote }) => {
      notifyUndoable(words.removed, () => undo.mutate({ lote, done: words.restored }));
      return queryClient.invalidateQueries({ queryKey: [tag] });
    },
    onError: (error) => {
      const signedOut = error instanceof ProblemError && error.problem.codigo === 'unauthenticated';
      const hint = error instanceof ProblemError && !signedOut ? error.message : undefined;
      notifyFailure('Erro', signedOut ? words.signedOut : words.failed, error, hint);
    },
    onSettled: onClose,
  });
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
