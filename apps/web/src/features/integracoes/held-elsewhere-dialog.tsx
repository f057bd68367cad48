import { contas } from '@prumo/contract/contas.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';
import { wasCancelled } from '#lib/confirm-identity.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notifyNotConnected } from './authorization-return.ts';
import { type HeldElsewhere, notifyConnected, sentenceOf } from './use-exchange.ts';

interface HeldElsewhereDialogProps {
  held: HeldElsewhere;
  onClose: () => void;
}

/** One account is worked with in one empresa at a time: the person decides in which. */
export function HeldElsewhereDialog({ held, onClose }: HeldElsewhereDialogProps) {
  const queryClient = useQueryClient();
  const move = useMutation({
    mutationFn: () => call(contas.move, { params: { id: held.conexao } }),
    onSuccess: async (conta) => {
      notifyConnected(conta);
      await queryClient.invalidateQueries({ queryKey: contas.list.schema.tags });
      onClose();
    },
    onError: (error) => {
      if (wasCancelled(error)) return;
      notifyNotConnected(held, sentenceOf(error), error);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      question="Esta conta está conectada em outra empresa"
      consequence={<>{held.sentence} Se você a trouxer, a outra empresa deixa de usá-la.</>}
      confirm="Trazer para esta empresa"
      busy={move.isPending}
      onConfirm={() => move.mutate()}
      onCancel={onClose}
    />
  );
}
