import { fatores } from '@prumo/contract/fatores.ts';
import { useMutation } from '@tanstack/react-query';
import { notifyNotSaved, notifySaved } from '#features/perfil/outcome.ts';
import { useReloadPerfil } from '#features/perfil/perfil-query.ts';
import { call } from '#lib/api.ts';
import { currentSession, refreshSession } from '#lib/session/session.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';

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

/** The session lists the authenticators. It is refreshed first, because another tab may have added one. */
async function removeVerified() {
  await refreshSession();
  const factors = currentSession().user?.factors ?? [];
  for (const { id, status } of factors) {
    if (status === 'verified') await call(fatores.remove, { params: { id } });
  }
}
