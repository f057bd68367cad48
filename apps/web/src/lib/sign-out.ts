import { sessoes } from '@prumo/contract/acesso.ts';
import { call, ProblemError } from './api.ts';
import { notifyFailure, notifySuccess } from './notify.tsx';
import { signedOut } from './session.ts';

/** The session was over already: nothing is left to end. */
const ALREADY_OVER = [401, 403, 404];

export async function signOut() {
  try {
    await call(sessoes.remove);
  } catch (error) {
    if (!(error instanceof ProblemError && ALREADY_OVER.includes(error.status))) {
      notifyFailure('Erro ao fazer logout', error instanceof ProblemError ? error.message : undefined, error);
      return;
    }
  }
  signedOut();
  notifySuccess('Logout realizado', 'Até breve!');
}
