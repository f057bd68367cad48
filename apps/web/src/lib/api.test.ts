import { sessoes } from '@prumo/contract/acesso.ts';
import { arquivos } from '@prumo/contract/arquivos.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, callsAreMadeBy } from './api.ts';
import { upload } from './upload.ts';

const body = { nome: 'Bosch', descricao: null, logo_url: null };

let signedIn: string | undefined;
/** Whom each sending said it was made for. */
let callers: (string | null)[];
/** How many sendings are refused; with each of them another person comes in. */
let refusals: number;

function answer(headers: Headers): Response {
  callers.push(headers.get('x-usuario'));
  if (refusals-- <= 0) return Response.json({ id: 'x1' }, { status: 201 });
  signedIn = 'bia';
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
  refusals = 0;
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => answer(new Headers(init.headers)));
  vi.stubGlobal('XMLHttpRequest', Request);
  callsAreMadeBy(() => ({ usuario: signedIn, mend: async () => true }));
});
afterEach(() => void vi.unstubAllGlobals());

const ways = [
  ['a save', () => call(marcas.create, { body })],
  ['a read', () => call(marcas.list)],
  ['an upload', () => upload(arquivos.createLogo, new Blob(['png']), () => {})],
] as const;

test.each(ways)('%s says for whom it is made, the same when it is sent again', async (_, send) => {
  refusals = 2;
  await send();
  expect(callers).toEqual(['ana', 'ana', 'ana']);
});

test.each(ways)('%s says nothing while nobody is known', async (_, send) => {
  signedIn = undefined;
  await send();
  expect(callers).toEqual([null]);
});

test('what needs no session is made for whoever asks', async () => {
  await call(sessoes.current);
  await call(sessoes.create, { body: { email: 'ana@exemplo.com.br', senha: 'x' } });
  expect(callers).toEqual([null, null]);
});
