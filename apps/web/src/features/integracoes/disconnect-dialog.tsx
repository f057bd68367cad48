import { type Conta, contas } from '@prumo/contract/contas.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { handleOf } from '#features/contas/conta-words.ts';
import { call, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';

interface DisconnectDialogProps {
  conta: Conta;
  onClose: () => void;
  /**
   * Called after the card of the conta has disappeared, together with the button to which the focus would
   * return.
   */
  onGone: () => void;
}

export function DisconnectDialog({ conta, onClose, onGone }: DisconnectDialogProps) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: contas.list.schema.tags });
  const handle = handleOf(conta);
  const disconnect = useMutation({
    mutationFn: () => call(contas.disconnect, { params: { id: conta.id } }),
    onSuccess: async () => {
      notifySuccess(`Conta ${handle} desconectada`);
      await refresh();
      onClose();
      onGone();
    },
    onError: (error) => {
      notifyFailure('Erro ao desconectar', error instanceof ProblemError ? error.message : undefined, error);
      onClose();
      // Another person or another tab may have disconnected the conta meanwhile.
      void refresh();
    },
  });
  return (
    <ConfirmDialog
      question={`Deseja realmente desconectar a conta ${handle}?`}
      consequence="O que já está no Prumo continua aqui. Para usar a conta de novo, será preciso conectá-la outra vez."
      confirm="Desconectar"
      busy={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
      onCancel={onClose}
    />
  );
}
