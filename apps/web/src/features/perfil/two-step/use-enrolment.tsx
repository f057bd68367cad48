import { fatores } from '@prumo/contract/fatores.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notifySaved } from '#features/perfil/outcome.ts';
import { useReloadPerfil } from '#features/perfil/perfil-query.ts';
import { call } from '#lib/api.ts';
import { later } from '#lib/loading/later.tsx';
import { Opening } from '#ui/dialog/opening.tsx';

const EnrolDialog = later(async () => (await import('./enrol-dialog.tsx')).EnrolDialog);
const CodigosDialog = later(async () => (await import('./codigos-dialog.tsx')).CodigosDialog);

interface Options {
  /** Says why two-step verification is needed, when the person came to do something else. */
  reason?: string;
  onError: (error: unknown) => void;
  /** Called when two-step verification is on and the person has stored the backup codes. */
  onDone?: () => void;
}

/**
 * Turns two-step verification on with dialogs over the current screen: the QR code with the first code, then
 * the backup codes.
 */
export function useEnrolment({ reason, onError, onDone }: Options) {
  const [codigos, setCodigos] = useState<string[]>();
  const reload = useReloadPerfil();
  const enrol = useMutation({ mutationFn: () => call(fatores.create), onError });

  function verified(fresh: string[]) {
    setCodigos(fresh);
    enrol.reset();
    notifySaved();
    void reload();
  }

  function kept() {
    setCodigos(undefined);
    onDone?.();
  }

  const dialogs: ReactNode = (
    <>
      {enrol.data && (
        <Opening title="Ligar a verificação em duas etapas" onClose={enrol.reset}>
          <EnrolDialog
            fator={enrol.data}
            {...(reason && { reason })}
            onVerified={verified}
            onClose={enrol.reset}
          />
        </Opening>
      )}
      {codigos && (
        <Opening title="Códigos de reserva" onClose={kept}>
          <CodigosDialog codigos={codigos} onKept={kept} />
        </Opening>
      )}
    </>
  );
  return { begin: () => enrol.mutate(), isStarting: enrol.isPending, dialogs };
}
