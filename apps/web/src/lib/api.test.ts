import { sessoes } from '@prumo/contract/acesso.ts';
import { arquivos } from '@prumo/contract/arquivos.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, callsAreMadeBy, isWriting, ProblemError } from './api.ts';
import { upload } from './files/upload.ts';

const body = { nome: 'Bosch', descricao: null, logo_url: null };

let signedIn: string | undefined;
let empresa: string | undefined;
/** The empresa named in the header of each attempt. */
let named: (string | null)[];
/** The person named in the header of each attempt. */
let callers: (string | null)[];
/** The number of attempts that the server refuses. Each refusal also makes Bia the signed-in person. */
let refusals: number;

function answer(headers: Headers): Response {
  callers.push(headers.get('x-usuario'));
  named.push(headers.get('x-empresa'));
  if (refusals-- <= 0) return Response.json({ id: 'x1' }, { status: 201 });
  signedIn = 'bia';
  empresa = 'boreal';
  return Response.json({ codigo: 'unauthenticated', mensagem: 'Entre.', pedido: 'p1' }, { status: 401 });
}

class Request {
  upload = {};
  status = 0;
  response: unknown;
  onload = () => {};
  readonly #headers = new Headers();
  open() {}
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }
  async send() {
    const answered = answer(this.#headers);
    this.status = answered.status;
    this.response = await answered.json();
    this.onload();
  }
}

beforeEach(() => {
  signedIn = 'ana';
  callers = [];
  empresa = 'aurora';
  named = [];
  refusals = 0;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => answer(new Headers(init.headers)));
  vi.stubGlobal('XMLHttpRequest', Request);
  callsAreMadeBy(() => ({ usuario: signedIn, empresa, mend: async () => true }));
});
afterEach(() => void vi.unstubAllGlobals());

const ways = [
  ['a save', () => call(marcas.create, { body })],
  ['a read', () => call(marcas.list)],
  ['an upload', () => upload(arquivos.createLogo, new Blob(['png']), () => {})],
] as const;

test.each(ways)('%s names the same person and the same empresa on every retry', async (_, send) => {
  refusals = 2;
  await send();
  expect(callers).toEqual(['ana', 'ana', 'ana']);
  expect(named).toEqual(['aurora', 'aurora', 'aurora']);
});

test.each(ways)('%s names no person while the page does not know who is signed in', async (_, send) => {
  signedIn = undefined;
  await send();
  expect(callers).toEqual([null]);
});

test('a call that needs no session names no person', async () => {
  await call(sessoes.current);
  await call(sessoes.create, { body: { email: 'ana@exemplo.com.br', senha: 'x' } });
  expect(callers).toEqual([null, null]);
});

/** Answers with the beginning of a body, and then breaks the connection. */
function cutOff(status: number, cause: Error = new TypeError('network error')) {
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"id":'));
      stream.error(cause);
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

test('a success whose body is cut off counts as no answer', async () => {
  cutOff(201);
  const failure = await call(marcas.create, { body }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ProblemError);
  expect(failure).toMatchObject({ status: 0, wordless: true, problem: { codigo: 'unavailable' } });
});

test('a refusal whose body is cut off keeps its status', async () => {
  callsAreMadeBy(() => ({ usuario: signedIn, empresa, mend: async () => false }));
  cutOff(422);
  await expect(call(marcas.create, { body })).rejects.toMatchObject({ status: 422, wordless: true });
});

test('a read that its caller cancels during the body fails with the reason of the cancellation', async () => {
  const reason = new DOMException('cancelled', 'AbortError');
  cutOff(200, reason);
  await expect(call(marcas.list, { signal: AbortSignal.abort() })).rejects.toBe(reason);
});

test('a read of the session names the empresa of the tab, and a switch names the other one', async () => {
  await call(sessoes.current);
  await call(sessoes.current, { empresa: 'boreal' });
  expect(named).toEqual(['aurora', 'boreal']);
  expect(callers).toEqual([null, null]);
});

test('a change counts as on its way until it is answered', async () => {
  const saving = call(marcas.create, { body });
  expect(isWriting()).toBe(true);
  await saving;
  expect(isWriting()).toBe(false);
  void call(marcas.list);
  expect(isWriting()).toBe(false);
});
