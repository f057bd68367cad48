import { exclusao } from '@prumo/contract/empresas.ts';
import { useMutation } from '@tanstack/react-query';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { refreshSession, useSession } from '#lib/session/session.ts';
import { Button } from '#ui/button.tsx';

export function CancelExclusao() {
  const { session } = useSession();
  const cancel = useMutation({
    mutationFn: async () => {
      await call(exclusao.cancel, { params: { id: session?.empresa.id ?? '' } });
      await refreshSession();
    },
    onSuccess: () => notifySuccess('Exclusão cancelada', 'A empresa voltou a funcionar para todos.'),
    onError: (error) =>
      notifyFailure(
        'Erro ao cancelar a exclusão',
        error instanceof ProblemError ? error.message : undefined,
        error,
      ),
  });
  return (
    <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancelar a exclusão
    </Button>
  );
}
