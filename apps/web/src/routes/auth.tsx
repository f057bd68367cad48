import { ResultadoGoogle } from '@prumo/contract/google.ts';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { confirmEmail } from '#features/acesso/confirm-email.ts';
import { notifyGoogleRefusal } from '#features/acesso/google-result.ts';
import { greet } from '#features/acesso/greet.ts';
import { mailLink, takeMailLink } from '#lib/mail-link.ts';
import { safeReturn } from '#lib/search-params.ts';
import { announceSignIn, currentSession, sessionKnown } from '#lib/session.ts';

interface AuthSearch {
  /** Where to go after login. */
  voltar?: string | undefined;
  /** How a way through Google's page ended. */
  google?: ResultadoGoogle | undefined;
}

export const Route = createFileRoute('/auth')({
  validateSearch: (search): AuthSearch => ({
    voltar: safeReturn(search['voltar']),
    google: ResultadoGoogle.safeParse(search['google']).data,
  }),
  beforeLoad: async ({ search, location, preload }) => {
    if (preload) return;
    takeMailLink();
    // Not knowing must not keep anybody from the login form, which will say what is wrong.
    await sessionKnown().catch((error: unknown) => console.error('A sessão não foi lida', error));
    const confirming = confirmEmail();
    if (!currentSession().user) {
      if (!notifyGoogleRefusal(search.google)) return;
      // The address is then as if they had never left.
      throw redirect({ to: location.pathname, search: { voltar: search.voltar }, replace: true });
    }
    await confirming;
    // Whoever is signed in may still have come to set a new password.
    if (mailLink('token')) return;
    if (search.google === 'entrou') {
      announceSignIn();
      greet();
    }
    throw redirect({ href: search.voltar ?? '/' });
  },
});
