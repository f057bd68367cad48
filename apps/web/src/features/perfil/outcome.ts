import { ProblemError } from '#lib/api.ts';
import { notifyFailure, notifySuccess } from '#lib/notify.ts';
import { wasCancelled } from '#lib/session/confirm-identity.ts';

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
