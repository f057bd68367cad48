import { fatores } from '@prumo/contract/fatores.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { currentSession, refreshSession } from '#lib/session.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notifyNotSaved, notifySaved } from './outcome.ts';
import { useReloadPerfil } from './perfil-query.ts';

export function TurnOffTwoStep({ onClose }: { onClose: () => void }) {
  const reload = useReloadPerfil();
  const remove = useMutation({
    mutationFn: removeVerified,
    onSuccess: async () => {
      await reload();
      notifySaved();
    },
    onError: notifyNotSaved,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      question="Desligar a verificação em duas etapas?"
      consequence="Sua conta fica menos protegida: bastará a senha, ou o Google, para entrar. Os códigos de reserva deixam de valer e suas outras sessões são encerradas."
      confirm="Desligar"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}

/** The session names the authenticators; it may have been read before one was added in another tab. */
async function removeVerified() {
  await refreshSession();
  const factors = currentSession().user?.factors ?? [];
  for (const { id, status } of factors) {
    if (status === 'verified') await call(fatores.remove, { params: { id } });
  }
}
