import type { Sessao } from '@prumo/contract/acesso.ts';
import { toast } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { aSessao } from '#lib/session.fixture.ts';

const NEW = 'novo@exemplo.com.br';
const ana = aSessao('ana');
const renamed: Sessao = { ...ana, usuario: { ...ana.usuario, email: NEW } };

/** Comes with the link of a new e-mail; gives the text of the toast. `after` is the session once the link was used. */
async function cameWithLink(before: Sessao | null, after: Sessao | null) {
  vi.resetModules();
  let session = before;
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/sessoes/atual') return Response.json({ sessao: session });
    session = after;
    return Response.json({ tipo: 'novo_email', email: NEW });
  });
  vi.stubGlobal('location', { hash: '#novo-email=pre_abc', pathname: '/auth/login', search: '' });
  vi.stubGlobal('history', { state: null, replaceState: () => {} });
  const [{ takeMailLink }, { sessionKnown }, { confirmEmail }] = await Promise.all([
    import('#lib/mail-link.ts'),
    import('#lib/session.ts'),
    import('./confirm-email.ts'),
  ]);
  takeMailLink();
  await sessionKnown();
  await confirmEmail();
  const said = toast.getHistory().at(-1);
  return said && 'title' in said ? [said.title, said.description] : undefined;
}

afterEach(() => void vi.unstubAllGlobals());

test('whoever changed their own email is told what to sign in with', async () => {
  expect(await cameWithLink(ana, renamed)).toEqual(['Email alterado', `Agora você entra com ${NEW}.`]);
});

test('the link of another account says nothing about whoever is signed in', async () => {
  expect(await cameWithLink(ana, ana)).toEqual(['Email alterado', `A conta agora entra com ${NEW}.`]);
});

test('whoever is not signed in is told what to sign in with', async () => {
  expect(await cameWithLink(null, null)).toEqual(['Email alterado', `Agora entre com ${NEW}.`]);
});
