import { contas } from '@prumo/contract/contas.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#lib/api.ts';
import { wasCancelled } from '#lib/session/confirm-identity.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { notifyNotConnected } from './authorization-return.ts';
import { type HeldElsewhere, isFinal, notifyConnected, sentenceOf } from './use-exchange.ts';

interface HeldElsewhereDialogProps {
  held: HeldElsewhere;
  onClose: () => void;
}

/** Only one empresa can hold a conta, so the person decides whether to move it to this one. */
export function HeldElsewhereDialog({ held, onClose }: HeldElsewhereDialogProps) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: contas.list.schema.tags });
  // Every attempt uses the same key. If an answer was lost, the next attempt returns the result of the move.
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
      // After any other failure the conexao can still be used, so the person can try again.
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
