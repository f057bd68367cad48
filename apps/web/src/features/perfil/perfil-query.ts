import { perfil } from '@prumo/contract/perfil.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queryOf, traceOf } from '#lib/api.ts';
import { refreshSession } from '#lib/session.ts';

const RETRY_AFTER = 15_000;
const FIVE_MINUTES = 5 * 60 * 1000;

const read = queryOf(perfil.get);

export const perfilQuery = {
  ...read,
  // Nobody is told that it failed, so nobody would press "try again".
  refetchInterval: ({ state }: { state: { status: string } }) =>
    state.status === 'error' ? RETRY_AFTER : false,
  // A new address is confirmed in another tab: coming back to this one must show it.
  staleTime: ({ state }: { state: { data?: { novo_email: string | null } | undefined } }) =>
    state.data?.novo_email ? 0 : FIVE_MINUTES,
};

/** Reads again what a change of the account shows in: the session, the profile, the lists of this screen. */
export function useReloadPerfil() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      // The change itself was made: it is not reported as failed.
      refreshSession().catch((error: unknown) => console.error('A sessão não foi relida', traceOf(error))),
      queryClient.invalidateQueries({ queryKey: [perfil.get.schema.tags[0]] }),
    ]);
  };
}
