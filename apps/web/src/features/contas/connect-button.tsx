import type { Marketplace } from '@prumo/contract/marketplaces.ts';
import type { ComponentProps } from 'react';
import { ProblemError } from '#lib/api.ts';
import { wasCancelled } from '#lib/confirm-identity.ts';
import { useLeaving } from '#lib/leaving.ts';
import { notifyFailure } from '#lib/notify.tsx';
import { refreshSession } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { startConnection } from './start-connection.ts';
import { demandsTwoStep } from './two-step.ts';

interface ConnectButtonProps
  extends Pick<ComponentProps<typeof Button>, 'look' | 'children' | 'aria-describedby'> {
  marketplace: Marketplace;
  /** Why it could not be started; undefined when it is tried anew. */
  onTrouble?: (sentence: string | undefined) => void;
}

/** Leaves for the marketplace's own page, where the seller authorizes us. */
export function ConnectButton({ marketplace, onTrouble, children, ...rest }: ConnectButtonProps) {
  const [busy, leave] = useLeaving(
    () => startConnection(marketplace),
    (error) => {
      if (wasCancelled(error)) return;
      const sentence = error instanceof ProblemError ? error.message : NOT_STARTED;
      notifyFailure('Erro ao iniciar conexão', sentence, error);
      onTrouble?.(sentence);
      if (demandsTwoStep(error)) void refreshSession();
    },
  );
  function start() {
    if (busy) return;
    onTrouble?.(undefined);
    leave();
  }
  // Not disabled while it waits: after a refusal, or a question in between, the focus is still there.
  return (
    <Button aria-busy={busy} onClick={start} {...rest}>
      {busy && <Spinner />}
      {children}
    </Button>
  );
}

const NOT_STARTED = 'Este navegador não conseguiu preparar a conexão. Atualize a página e tente de novo.';
