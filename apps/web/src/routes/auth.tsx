import { ResultadoGoogle } from '@prumo/contract/google-resultado.ts';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { confirmEmail } from '#features/acesso/confirm-email.ts';
import { greet } from '#features/acesso/greet.ts';
import { safeReturn } from '#lib/search-params.ts';
import { conviteToken } from '#lib/session/convite-link.ts';
import { mailLink, takeMailLink } from '#lib/session/mail-link.ts';
import { announceSignIn, currentSession, sessionKnown } from '#lib/session/session.ts';

interface AuthSearch {
  /** The path to open after the sign-in. */
  voltar?: string | undefined;
  /** The outcome of the visit to Google's page. */
  google?: ResultadoGoogle | undefined;
}

/** A person who signs in or signs up because of a convite returns to it. */
const CONVITE = '/auth/convite';

export const Route = createFileRoute('/auth')({
  validateSearch: (search): AuthSearch => ({
    voltar: safeReturn(search['voltar']),
    google: ResultadoGoogle.safeParse(search['google']).data,
  }),
  beforeLoad: async ({ search, location, preload }) => {
    if (preload) return;
    takeMailLink();
    // A failed session read must not block the login form, which will show the error.
    await sessionKnown().catch((error: unknown) => console.error('A sessão não foi lida', error));
    const confirming = confirmEmail();
    if (!currentSession().user) {
      if (!search.google) return;
      // The sentences are loaded on demand, because they would enlarge every first visit.
      const { notifyGoogleRefusal } = await import('#features/acesso/google-result.ts');
      if (!notifyGoogleRefusal(search.google)) return;
      // Removes the outcome from the address, as if the person had never left for Google.
      throw redirect({ to: location.pathname, search: { voltar: search.voltar }, replace: true });
    }
    await confirming;
    // A signed-in person may have followed a link to set a new password.
    if (mailLink('token')) return;
    if (search.google === 'entrou') {
      announceSignIn();
      greet();
    }
    // The page of a convite is for signed-in people too.
    if (location.pathname === CONVITE) return;
    throw redirect({ href: search.voltar ?? (conviteToken() ? CONVITE : '/') });
  },
});
