import type { Importacao } from '@prumo/contract/importacoes.ts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { useMove } from './use-importacao-acts.ts';

/** Cancels the importacao, after a question that says what stays. */
export function CancelButton({ importacao: { id, iniciada_em } }: { importacao: Importacao }) {
  const [isAsking, setAsking] = useState(false);
  const move = useMove(id);
  return (
    <>
      <Button look="ghost" onClick={() => setAsking(true)}>
        Cancelar importação
      </Button>
      {isAsking && (
        <ConfirmDialog
          question="Encerrar esta importação?"
          consequence={
            iniciada_em === null
              ? 'Nada foi salvo ainda. Para importar depois, será preciso buscar os anúncios de novo.'
              : 'O que já foi importado fica no catálogo. Os anúncios e as fotos que faltam não entram.'
          }
          confirm="Encerrar importação"
          busy={move.isPending}
          onConfirm={() => move.mutate('cancel', { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
