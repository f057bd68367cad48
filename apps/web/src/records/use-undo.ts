import { historico } from '@prumo/contract/historico.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.tsx';

interface Undoing {
  lote: string;
  /** What to say when it is done. */
  done: string;
}

/** Takes back a batch of changes. A toast may ask for it long after what made the changes is closed. */
export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ lote }: Undoing) => call(historico.undo, { params: { lote } }),
    onSuccess: (_, { done }) => {
      notifySuccess(done);
      // A batch may reach over several registers: a produto, its stock, what the inventory shows of it.
      return queryClient.invalidateQueries();
    },
    onError: (error) =>
      notifyFailure('Erro', error instanceof ProblemError ? error.message : undefined, error),
  });
}
