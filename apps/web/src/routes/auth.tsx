import { createFileRoute, redirect } from '@tanstack/react-router';
import { safeReturn } from '#lib/search-params.ts';
import { currentSession, sessionKnown } from '#lib/session.ts';

interface AuthSearch {
  /** Where to go after login. */
  voltar?: string | undefined;
  /** The code of the confirmation e-mail. */
  confirmacao?: string | undefined;
}

export const Route = createFileRoute('/auth')({
  validateSearch: (search): AuthSearch => ({
    voltar: safeReturn(search['voltar']),
    confirmacao: typeof search['confirmacao'] === 'string' ? search['confirmacao'] : undefined,
  }),
  beforeLoad: async ({ search }) => {
    // Not knowing must not keep anybody from the login form, which will say what is wrong.
    await sessionKnown().catch((error: unknown) => console.error('A sessão não foi lida', error));
    if (currentSession().user) throw redirect({ href: search.voltar ?? '/' });
  },
});
