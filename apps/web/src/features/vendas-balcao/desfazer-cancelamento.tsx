import { Prometidas, type VendaBalcao, vendasBalcao } from '@prumo/contract/vendas-balcao.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { call, ProblemError } from '#lib/api.ts';
import { notifySuccess } from '#lib/notify.ts';
import { saveKeys } from '#lib/save-key.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { PromisedText } from './venda/promised-text.tsx';

/** Undoes the cancellation of a sale. The goods that came back leave the stock again, if they are still there. */
export function DesfazerCancelamento({ venda: { id, numero } }: { venda: VendaBalcao }) {
  const queryClient = useQueryClient();
  const [keys] = useState(saveKeys);
  const [asked, setAsked] = useState<Prometidas['prometidas']>();
  const restore = useMutation({
    mutationFn: (decided: Prometidas['prometidas']) => {
      const content = decided.map(({ produto_id, quantidade }) => ({ produto_id, quantidade }));
      const key = keys.keyFor(content);
      const body = { id: key, prometidas: content };
      return call(vendasBalcao.restore, { params: { id }, body, idempotencyKey: key });
    },
    onSuccess: () => {
      keys.forget();
      setAsked(undefined);
      void queryClient.invalidateQueries();
      notifySuccess(`Cancelamento da venda ${numero} desfeito`);
    },
    onError: (refusal) => {
      const promised =
        refusal instanceof ProblemError ? Prometidas.safeParse(refusal.problem.atual) : undefined;
      setAsked(promised?.data?.prometidas);
      if (!promised?.success) notifyRefusal('Erro ao desfazer o cancelamento', refusal);
    },
  });
  return (
    <>
      <Button className="mr-auto" busy={restore.isPending} onClick={() => restore.mutate([])}>
        <Undo2 aria-hidden />
        Desfazer cancelamento
      </Button>
      {asked && (
        <ConfirmDialog
          question="Levar peças prometidas?"
          consequence={<PromisedText prometidas={asked} act="desfizer" />}
          confirm="Desfazer assim mesmo"
          busy={restore.isPending}
          onConfirm={() => restore.mutate(asked)}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
