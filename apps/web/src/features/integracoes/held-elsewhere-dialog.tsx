import { contas } from '@prumo/contract/contas.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { wasCancelled } from '#lib/confirm-identity.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notifyNotConnected } from './authorization-return.ts';
import { type HeldElsewhere, isFinal, notifyConnected, sentenceOf } from './use-exchange.ts';

interface HeldElsewhereDialogProps {
  held: HeldElsewhere;
  onClose: () => void;
}

/** One account is worked with in one empresa at a time: the person decides in which. */
export function HeldElsewhereDialog({ held, onClose }: HeldElsewhereDialogProps) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: contas.list.schema.tags });
  // One move however often it is sent: where the answer was lost, the next one says that it is here.
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const move = useMutation({
    mutationFn: () => call(contas.move, { params: { id: held.conexao }, idempotencyKey }),
    onSuccess: async (conta) => {
      notifyConnected(conta);
      await refresh();
      onClose();
    },
    onError: (error) => {
      if (wasCancelled(error)) return;
      notifyNotConnected(held, sentenceOf(error), error);
      // Otherwise the proof still serves, and can be sent again.
      if (isFinal(error)) onClose();
      void refresh();
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
