import { historico } from '@prumo/contract/historico.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.tsx';

interface Undoing {
  lote: string;
  /** What to say when it is done. */
  done: string;
}

/** Takes back a batch of changes. `tag` names the register whose lists show it. */
export function useUndo(tag: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ lote }: Undoing) => call(historico.undo, { params: { lote } }),
    onSuccess: (_, { done }) => {
      notifySuccess(done);
      return queryClient.invalidateQueries({ queryKey: [tag] });
    },
    onError: (error) =>
      notifyFailure('Erro', error instanceof ProblemError ? error.message : undefined, error),
  });
}
