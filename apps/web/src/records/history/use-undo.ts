import { historico } from '@prumo/contract/historico.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';

interface Undoing {
  lote: string;
  /** The deleted record to restore. A bulk change may have deleted many records in one lote. */
  registroId?: string;
  /** Shown after the undo. */
  done: string;
}

const UNDER_WAY = 'Desfazendo a alteração em massa. As telas mostram cada produto quando ele voltar.';

/** Undoes a batch of changes. A toast may trigger it long after the form that made the changes has closed. */
export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ lote, registroId }: Undoing) =>
      call(historico.undo, { params: { lote }, query: { registro_id: registroId } }),
    onSuccess: ({ em_andamento }, { done }) => {
      notifySuccess(em_andamento ? UNDER_WAY : done);
      // A batch may span several registers: a produto, its stock, and its rows in the inventory.
      return queryClient.invalidateQueries();
    },
    onError: (error) =>
      notifyFailure('Erro', error instanceof ProblemError ? error.message : undefined, error),
  });
}
