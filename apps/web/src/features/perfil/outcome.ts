import { ProblemError } from '#lib/api.ts';
import { wasCancelled } from '#lib/confirm-identity.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.tsx';

export const notifySaved = () =>
  notifySuccess('Configuração atualizada', 'Suas preferências foram salvas com sucesso.');

export function notifyNotSaved(error: unknown) {
  if (wasCancelled(error)) return;
  notifyFailure(
    'Erro ao atualizar',
    'Não foi possível atualizar suas configurações.',
    error,
    error instanceof ProblemError ? error.message : undefined,
  );
}

/** Whoever turned back at the question for the password knows that nothing happened. */
export function notifyRefusal(title: string, error: unknown) {
  if (wasCancelled(error)) return;
  notifyFailure(title, error instanceof ProblemError ? error.message : undefined, error);
}
