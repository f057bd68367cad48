import type { Sessao } from '@prumo/contract/acesso.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { aSessao, aStorage } from './session.fixture.ts';

const ana = aSessao('ana');
const body = { nome: 'Bosch', descricao: null, logo_url: null };

/** A stand-in for the server. It has one session and stores the marcas it receives. */
function standIn() {
  const server = {
    session: ana as Sessao | null,
    /** How many calls the server refuses although the session is valid. */
    refusals: 0,
    keys: [] as (string | null)[],
    /** The person named in the header of each call. */
    callers: [] as (string | null)[],
    /** The empresa named in the header of each call. */
    empresas: [] as (string | null)[],
    saved: [] as unknown[],
  };
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address === '/api/sessoes/atual') return Response.json({ sessao: server.session });
    const headers = new Headers(init.headers);
    const caller = headers.get('x-usuario');
    server.keys.push(headers.get('idempotency-key'));
    server.callers.push(caller);
    const empresa = headers.get('x-empresa');
    server.empresas.push(empresa);
    const isForAnother = caller !== null && caller !== server.session?.usuario.id;
    if (server.session === null || isForAnother || server.refusals-- > 0) {
      const problem = { codigo: 'unauthenticated', mensagem: 'Entre para continuar.', pedido: 'p1' };
      return Response.json(problem, { status: 401 });
    }
    if (empresa !== server.session.empresa.id) {
      const problem = { codigo: 'not_a_membro', mensagem: 'Você não faz parte.', pedido: 'p1' };
      return Response.json(problem, { status: 403 });
    }
    server.saved.push(JSON.parse(String(init.body)));
    return Response.json({ id: 'm1' }, { status: 201 });
  });
  return server;
}

/** The page after its first answer, with Ana signed in. */
async function aPage() {
  vi.resetModules();
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('sessionStorage', aStorage());
  vi.stubGlobal('localStorage', aStorage());
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const [{ call }, session, { lapse }, { loss }, { holdWork }] = await Promise.all([
    import('#lib/api.ts'),
    import('./session.ts'),
    import('./lapse.ts'),
    import('./loss.ts'),
    import('#lib/leaving/unsaved-work.ts'),
  ]);
  session.startSession();
  await session.sessionKnown();
  return { ...session, lapse, loss, holdWork, save: () => call(marcas.create, { body }) };
}

const asked = (lapse: { current: () => unknown }) => vi.waitFor(() => expect(lapse.current()).toBeTruthy());

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[AUTH-32] a save refused during a session renewal is retried with the same key', async () => {
  const server = standIn();
  const page = await aPage();
  server.refusals = 1;
  await page.save();
  expect(server.saved).toEqual([body]);
  expect(new Set(server.keys).size).toBe(1);
  expect(server.keys).toHaveLength(2);
  expect(server.callers).toEqual(['ana', 'ana']);
});

test('[AUTH-33] a session ending without unsaved work signs out immediately and fails the save', async () => {
  const server = standIn();
  const page = await aPage();
  server.session = null;
  await expect(page.save()).rejects.toMatchObject({ status: 401 });
  expect(page.currentSession()).toEqual({ user: null, session: null, loading: false });
  expect(page.hasLeftOnPurpose()).toBe(false);
});

test('with unsaved work the save waits, and is retried with the same key when the same person returns', async () => {
  const server = standIn();
  const page = await aPage();
  page.holdWork();
  server.session = null;
  const saving = page.save();
  await asked(page.lapse);
  expect(page.currentSession().user).toEqual(ana.usuario);
  expect(server.saved).toEqual([]);
  server.session = ana;
  page.signedIn(ana);
  await saving;
  expect(server.saved).toEqual([body]);
  expect(new Set(server.keys).size).toBe(1);
});

test('a pending save of one person is never sent as another person', async () => {
  const server = standIn();
  const page = await aPage();
  page.holdWork();
  server.session = null;
  const saving = page.save();
  await asked(page.lapse);
  server.session = aSessao('bia');
  page.signedIn(server.session);
  await expect(saving).rejects.toMatchObject({ status: 401 });
  expect(server.saved).toEqual([]);
});

test('a save is refused when another person signed in without this tab knowing', async () => {
  const server = standIn();
  const page = await aPage();
  page.holdWork();
  server.session = aSessao('bia');
  await expect(page.save()).rejects.toMatchObject({ status: 401 });
  expect(page.currentSession().user?.id).toBe('bia');
  expect(server.saved).toEqual([]);
  await page.save();
  expect(server.callers).toEqual(['ana', 'bia']);
  expect(server.saved).toEqual([body]);
});

test('postponing the sign-in fails the save and keeps the page, and the next save asks again', async () => {
  const server = standIn();
  const page = await aPage();
  page.holdWork();
  server.session = null;
  const first = page.save();
  await asked(page.lapse);
  page.putOffSignIn();
  await expect(first).rejects.toMatchObject({ status: 401 });
  expect(page.currentSession().user).toEqual(ana.usuario);
  const second = page.save();
  await asked(page.lapse);
  page.giveUpSession();
  await expect(second).rejects.toMatchObject({ status: 401 });
  expect(page.currentSession().user).toBeNull();
});

test('a sign-in in another tab releases the waiting save, and a sign-out there signs out here', async () => {
  const server = standIn();
  const page = await aPage();
  const otherTab = new BroadcastChannel('sessao');
  page.holdWork();
  server.session = null;
  const saving = page.save();
  await asked(page.lapse);
  server.session = ana;
  otherTab.postMessage('SIGNED_IN');
  await saving;
  expect(server.saved).toEqual([body]);
  otherTab.postMessage('SIGNED_OUT');
  await vi.waitFor(() => expect(page.currentSession().user).toBeNull());
  expect(page.hasLeftOnPurpose()).toBe(true);
  otherTab.close();
});

const boreal = { ...ana.empresa, id: 'e2', nome: 'Boreal' };
const removed: Sessao = { ...ana, empresa: boreal };

test('a save of a person who has left the empresa fails, the tab stays there, and the next save asks again', async () => {
  const server = standIn();
  const page = await aPage();
  server.session = removed;
  await expect(page.save()).rejects.toMatchObject({ status: 403 });
  await asked(page.loss);
  expect(page.loss.current()).toEqual({ lost: ana.empresa, next: boreal });
  expect(page.currentSession().session?.empresa).toEqual(ana.empresa);
  page.putOffLoss();
  await page.refreshSession();
  expect(page.loss.current()).toBeUndefined();
  await expect(page.save()).rejects.toMatchObject({ status: 403 });
  expect(page.loss.current()).toBeTruthy();
  expect(server.saved).toEqual([]);
  expect(new Set(server.empresas)).toEqual(new Set(['e1']));
});

test('a person who is taken back into the empresa goes on working', async () => {
  const server = standIn();
  const page = await aPage();
  server.session = removed;
  await page.refreshSession();
  expect(page.loss.current()).toBeTruthy();
  server.session = ana;
  await page.refreshSession();
  expect(page.loss.current()).toBeUndefined();
  await page.save();
  expect(server.saved).toEqual([body]);
});

test('after a switch the calls name the new empresa', async () => {
  const server = standIn();
  const page = await aPage();
  server.session = removed;
  page.changeEmpresa(removed);
  await page.save();
  expect(server.empresas).toEqual(['e2']);
  expect(page.loss.current()).toBeUndefined();
});

test('a sign-out forgets the empresa, and the end of a session keeps it for the return', async () => {
  const server = standIn();
  const page = await aPage();
  expect(localStorage.getItem('empresa')).toBe('e1');
  server.session = null;
  await expect(page.save()).rejects.toMatchObject({ status: 401 });
  expect(sessionStorage.getItem('empresa')).toBe('e1');
  page.giveUpSession();
  expect([sessionStorage.getItem('empresa'), localStorage.getItem('empresa')]).toEqual([null, null]);
});

test('a refused stream keeps the session when the new cookie of a confirmation arrives after it', async () => {
  const server = standIn();
  const page = await aPage();
  vi.useFakeTimers();
  // The server no longer knows the old cookie, and its answer with the new one is still under way.
  server.session = null;
  page.checkSessionSoon();
  await vi.advanceTimersByTimeAsync(500);
  server.session = ana;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(page.currentSession().user).toEqual(ana.usuario);
  server.session = null;
  page.checkSessionSoon();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(page.currentSession().user).toBeNull();
});
