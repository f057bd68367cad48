import { perfil } from '@prumo/contract/perfil.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queryOf, traceOf } from '#lib/api.ts';
import { refreshSession } from '#lib/session/session.ts';

const RETRY_AFTER = 15_000;
const FIVE_MINUTES = 5 * 60 * 1000;

const read = queryOf(perfil.get);

export const perfilQuery = {
  ...read,
  // The page shows a spinner and no error with a retry button, so a failed query retries by itself.
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? RETRY_AFTER : false,
  // The person confirms a new e-mail in another tab, so returning to this one must reload the profile.
  staleTime: ({ state }: { state: { data?: { novo_email: string | null } | undefined } }) =>
    state.data?.novo_email ? 0 : FIVE_MINUTES,
};

/** Reloads all data an account change affects: the session, the profile, and the lists of this screen. */
export function useReloadPerfil() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      // The change itself succeeded, so a failed reload is not reported as its failure.
      refreshSession().catch((error: unknown) => console.error('A sessão não foi relida', traceOf(error))),
      queryClient.invalidateQueries({ queryKey: [perfil.get.schema.tags[0]] }),
    ]);
  };
}
