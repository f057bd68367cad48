import type { Uso } from '@prumo/contract/problem.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { useLoaded } from '#lib/loading/use-loaded.ts';
import { notifyFailure, notifySuccess, notifyUndoable } from '#lib/notify.ts';
import { useUndo } from '#records/history/use-undo.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import type { Removable } from './register.ts';

const inUseDialog = async () => (await import('./in-use-dialog.tsx')).InUseDialog;

interface RemoveWords {
  question: string;
  removed: string;
  /** Shown after the person undid the deletion. When omitted, the toast offers no undo. */
  restored?: string;
  failed: string;
  signedOut: string;
}

interface RemoveRecordProps {
  of: Removable;
  id: string;
  consequence: ReactNode;
  words: RemoveWords;
  /** Opens the records that use this one, when they prevent the deletion. */
  onShowUso?: (uso: Uso) => void;
  onClose: () => void;
}

/** Asks for confirmation, deletes the record, and offers an undo if the register has words for it. */
export function RemoveRecord({ of, id, consequence, words, onShowUso, onClose }: RemoveRecordProps) {
  const queryClient = useQueryClient();
  const undo = useUndo();
  const remove = useMutation({
    mutationFn: () => call(of.remove, { params: { id } }),
    onSuccess: ({ lote }) => {
      const { removed, restored: done } = words;
      if (done) notifyUndoable(removed, () => undo.mutate({ lote, done }));
      else notifySuccess(removed);
      onClose();
      // Other lists show the record's name or its content. For example, stock disappears together with its
      // produto.
      return queryClient.invalidateQueries();
    },
    onError: (error) => {
      // `InUseDialog` says why. The toast says only that the deletion failed.
      if (usosOf(error)) return notifyFailure('Erro', words.failed, error);
      onClose();
      const signedOut = error instanceof ProblemError && error.problem.codigo === 'unauthenticated';
      const hint = error instanceof ProblemError && !signedOut ? error.message : undefined;
      notifyFailure('Erro', signedOut ? words.signedOut : words.failed, error, hint);
    },
  });
  const usos = usosOf(remove.error);
  const InUseDialog = useLoaded(usos !== undefined, inUseDialog, 'os registros que usam este', onClose);
  if (usos && InUseDialog) {
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
      busy={remove.isPending || usos !== undefined}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}

const usosOf = (error: Error | null) => (error instanceof ProblemError ? error.problem.usos : undefined);
