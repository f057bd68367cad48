import { useState } from 'react';
import { asQuestion } from '#lib/dialogs/use-dialog.ts';
import { putOffLoss } from '#lib/session/session.ts';
import type { Loss } from '#lib/session/session-events.ts';
import { useReloadInEmpresa } from '#lib/session/switch-empresa.ts';
import { Button } from '#ui/button.tsx';
import { DialogFooter } from '#ui/dialog/dialog.tsx';
import { EagerDialog } from '#ui/dialog/eager-dialog.tsx';

/** Closing it leads back to the form underneath, so that the person can copy what they typed. */
export function EmpresaLostDialog({ about: { lost, next } }: { about: Loss }) {
  const reloadIn = useReloadInEmpresa();
  const [busy, setBusy] = useState(false);
  return (
    <EagerDialog
      title="Você saiu desta empresa"
      text={`Você não faz mais parte da empresa ${lost.nome}. O que você digitou continua nesta tela para copiar.`}
      place={asQuestion(putOffLoss)}
    >
      <DialogFooter>
        <Button
          look="primary"
          busy={busy}
          className="min-w-0"
          onClick={() => {
            setBusy(true);
            void reloadIn(next.id);
          }}
        >
          <span className="truncate">Ir para {next.nome}</span>
        </Button>
      </DialogFooter>
    </EagerDialog>
  );
}
