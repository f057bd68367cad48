import type { Marketplace } from '@prumo/contract/marketplaces.ts';
import type { ComponentProps } from 'react';
import { useEnrolment } from '#features/perfil/two-step/use-enrolment.tsx';
import { ProblemError } from '#lib/api.ts';
import { useLeaving } from '#lib/leaving/leaving.ts';
import { notifyFailure } from '#lib/notify.ts';
import { wasCancelled } from '#lib/session/confirm-identity.ts';
import { notifyRefusal } from '#lib/session/notify-refusal.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { startConnection } from './start-connection.ts';
import { demandsTwoStep } from './two-step.ts';

interface ConnectButtonProps
  extends Pick<ComponentProps<typeof Button>, 'look' | 'children' | 'aria-describedby'> {
  marketplace: Marketplace;
  /** Receives the reason why the connection could not start; undefined at the start of a new attempt. */
  onTrouble?: (sentence: string | undefined) => void;
}

/**
 * Navigates to the marketplace's own page, where the seller authorizes Prumo. If the empresa demands two-step
 * verification and the person has none, the button opens the enrolment first and then continues.
 */
export function ConnectButton({ marketplace, onTrouble, children, ...rest }: ConnectButtonProps) {
  const [isLeaving, leave] = useLeaving(
    () => startConnection(marketplace),
    (error) => {
      if (wasCancelled(error)) return;
      if (demandsTwoStep(error)) return enrolment.begin();
      const sentence = error instanceof ProblemError ? error.message : NOT_STARTED;
      notifyFailure('Erro ao iniciar conexão', sentence, error);
      onTrouble?.(sentence);
    },
  );
  const enrolment = useEnrolment({
    reason:
      'Sua empresa exige a verificação em duas etapas para conectar contas. Depois de ligá-la, a conexão continua sozinha.',
    onError: (error) => notifyRefusal('Erro ao ligar a verificação em duas etapas', error),
    onDone: leave,
  });
  const busy = isLeaving || enrolment.isStarting;
  function start() {
    if (busy) return;
    onTrouble?.(undefined);
    leave();
  }
  return (
    <>
      {/* Not disabled while waiting, so that the button keeps the focus after a refusal or a dialog. */}
      <Button aria-busy={busy} onClick={start} {...rest}>
        {busy && <Spinner />}
        {children}
      </Button>
      {enrolment.dialogs}
    </>
  );
}

const NOT_STARTED = 'Este navegador não conseguiu preparar a conexão. Atualize a página e tente de novo.';
