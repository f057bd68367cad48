import { equipe, type Membro } from '@prumo/contract/equipe.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { nameOf } from './actions.ts';

interface RemoveMembroProps {
  membro: Membro;
  onClose: () => void;
}

export function RemoveMembro({ membro, onClose }: RemoveMembroProps) {
  const queryClient = useQueryClient();
  const nome = nameOf(membro);
  const remove = useMutation({
    mutationFn: () => call(equipe.remove, { params: { user_id: membro.user_id } }),
    onSuccess: () => notifySuccess(`${nome} saiu da empresa`),
    onError: (error) => notifyRefusal('Erro ao retirar', error),
    // A refusal may come from a list that is out of date.
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: [equipe.list.schema.tags[0]] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      question={`Retirar ${nome} da empresa?`}
      consequence="A pessoa perde o acesso agora, em todos os aparelhos. O que ela registrou continua com o nome dela. Para voltar, precisa de outro convite."
      confirm="Retirar"
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    />
  );
}
