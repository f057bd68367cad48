import type { Sessao } from '@prumo/contract/acesso.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { aSessao, aStorage } from '#lib/session/session.fixture.ts';

const NEW = 'novo@exemplo.com.br';
const ana = aSessao('ana');
const renamed: Sessao = { ...ana, usuario: { ...ana.usuario, email: NEW } };

/**
 * Opens the page with the link of a new e-mail and returns the texts of the toast. `after` is the session once the link
 * was used.
 */
async function cameWithLink(before: Sessao | null, after: Sessao | null) {
  vi.resetModules();
  let session = before;
  vi.stubGlobal('fetch', async (address: string) => {
    if (address === '/api/sessoes/atual') return Response.json({ sessao: session });
    session = after;
    return Response.json({ tipo: 'novo_email', email: NEW, confirmado: true });
  });
  vi.stubGlobal('location', { hash: '#novo-email=pre_abc', pathname: '/auth/login', search: '' });
  vi.stubGlobal('sessionStorage', aStorage());
  vi.stubGlobal('localStorage', aStorage());
  vi.stubGlobal('history', { state: null, replaceState: () => {} });
  const [{ takeMailLink }, { sessionKnown }, { confirmEmail }, { currentToasts }] = await Promise.all([
    import('#lib/session/mail-link.ts'),
    import('#lib/session/session.ts'),
    import('./confirm-email.ts'),
    import('#lib/toasts.ts'),
  ]);
  takeMailLink();
  await sessionKnown();
  await confirmEmail();
  const [said] = currentToasts();
  return said && [said.title, said.lines?.join(' ')];
}

afterEach(() => void vi.unstubAllGlobals());

test('a person who changed their own e-mail is told the address to sign in with', async () => {
  expect(await cameWithLink(ana, renamed)).toEqual(['Email alterado', `Agora você entra com ${NEW}.`]);
});

test('a link of another account says nothing about the signed-in person', async () => {
  expect(await cameWithLink(ana, ana)).toEqual(['Email alterado', `A conta agora entra com ${NEW}.`]);
});

test('a signed-out person is told the address to sign in with', async () => {
  expect(await cameWithLink(null, null)).toEqual(['Email alterado', `Agora entre com ${NEW}.`]);
});

test('a sign-up link without enough proof waits for the password', async () => {
  vi.resetModules();
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      address === '/api/sessoes/atual'
        ? { sessao: null }
        : { tipo: 'cadastro', email: NEW, confirmado: false },
    ),
  );
  vi.stubGlobal('location', { hash: '#confirmacao=pre_abc', pathname: '/auth/login', search: '' });
  vi.stubGlobal('sessionStorage', aStorage());
  vi.stubGlobal('localStorage', aStorage());
  vi.stubGlobal('history', { state: null, replaceState: () => {} });
  const { takeMailLink } = await import('#lib/session/mail-link.ts');
  const { confirmEmail, unprovenSignUp } = await import('./confirm-email.ts');
  const { currentToasts } = await import('#lib/toasts.ts');
  takeMailLink();
  await confirmEmail();
  expect(currentToasts()[0]).toMatchObject({ title: 'Falta um passo' });
  expect(unprovenSignUp()).toBe('pre_abc');
});
