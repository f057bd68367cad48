import { sessoes } from '@prumo/contract/acesso.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useTransition } from 'react';
import { call, holdReads, ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { signedOut } from './session.ts';

/** These statuses mean that the session had already ended. */
const ALREADY_OVER = [401, 403, 404];

export function useSignOut() {
  const queryClient = useQueryClient();
  const [leaving, startLeaving] = useTransition();
  return [leaving, () => startLeaving(() => signOut(queryClient))] as const;
}

/**
 * Cancels the pending reads and holds new ones until the session has ended. Otherwise the server would answer
 * them with 401, which the browser logs as an error although nothing is wrong.
 */
async function signOut(queryClient: QueryClient): Promise<void> {
  void queryClient.cancelQueries();
  const ended = endSession();
  holdReads(ended);
  if (await ended) notifySuccess('Logout realizado', 'Até breve!');
  else void queryClient.invalidateQueries();
}

async function endSession(): Promise<boolean> {
  try {
    await call(sessoes.remove);
  } catch (error) {
    if (!(error instanceof ProblemError && ALREADY_OVER.includes(error.status))) {
      notifyFailure('Erro ao fazer logout', error instanceof ProblemError ? error.message : undefined, error);
      return false;
    }
  }
  signedOut();
  return true;
}
