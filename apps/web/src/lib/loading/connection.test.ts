import { arquivos } from '@prumo/contract/arquivos.ts';
import { marcas } from '@prumo/contract/marcas.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ANSWER_MS, call } from '#lib/api.ts';
import { upload } from '#lib/files/upload.ts';
import { answered, connection, follow, learnRelease, silent } from './connection.ts';

const LATE = 'O servidor demorou demais para responder. Tente de novo: nada se perde nem se repete.';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that receives calls and never answers them. */
const hang = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
  );

test('a call that gets no answer ends with a sentence, and until then the page says that it waits', async () => {
  vi.stubGlobal('fetch', hang);
  const ended = call(marcas.list).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(4999);
  expect(connection()).toMatchObject({ busy: 1, slow: 0 });
  await vi.advanceTimersByTimeAsync(1);
  expect(connection()).toMatchObject({ busy: 1, slow: 1 });
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect(await ended).toMatchObject({ message: LATE, status: 0, late: true });
  expect(connection()).toMatchObject({ busy: 0, slow: 0, isDoubted: false });
});

test('a call without a connection casts doubt on the server until the next answer', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(call(marcas.list)).rejects.toThrow('Sem resposta do servidor.');
  expect(connection().isDoubted).toBe(true);
  vi.stubGlobal('fetch', async () => Response.json({ itens: [] }));
  await call(marcas.list);
  expect(connection().isDoubted).toBe(false);
});

test('an answer disproves a browser that reports no network, until the server is silent', () => {
  vi.stubGlobal('navigator', { onLine: false });
  silent();
  expect(connection()).toMatchObject({ isOffline: true, isSilent: true });
  answered();
  expect(connection()).toMatchObject({ isOffline: false, isSilent: false });
  silent();
  expect(connection()).toMatchObject({ isOffline: true, isSilent: true });
  vi.stubGlobal('navigator', { onLine: true });
  silent();
  expect(connection()).toMatchObject({ isOffline: false, isSilent: true });
  answered();
});

test('an answer whose body stops halfway ends with the same sentence', async () => {
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (stream) => signal?.addEventListener('abort', () => stream.error(new Error('aborted'))),
    });
    return new Response(body, { status: 200 });
  });
  const ended = call(marcas.list).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect(await ended).toMatchObject({ message: LATE });
});

test('a call that its caller gives up is no failure of the connection', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ itens: [] }));
  await call(marcas.list);
  vi.stubGlobal('fetch', hang);
  const given = new AbortController();
  const ended = call(marcas.list, { signal: given.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10);
  given.abort();
  expect(await ended).toMatchObject({ name: 'AbortError' });
  expect(connection().isDoubted).toBe(false);
});

test('an upload may take any time while it moves, and ends when it stands still', async () => {
  const requests: { upload: { onprogress?: (event: object) => void }; isAborted: boolean }[] = [];
  class Request {
    upload = {};
    isAborted = false;
    onabort = () => {};
    open() {}
    setRequestHeader() {}
    send() {
      requests.push(this);
    }
    abort() {
      this.isAborted = true;
      this.onabort();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const ended = upload(arquivos.createLogo, new Blob(['png']), () => {}).catch((error: unknown) => error);
  for (let moves = 0; moves < 5; moves++) {
    await vi.advanceTimersByTimeAsync(ANSWER_MS - 1);
    requests[0]?.upload.onprogress?.({ lengthComputable: true, loaded: moves, total: 5 });
  }
  expect(requests[0]?.isAborted).toBe(false);
  await vi.advanceTimersByTimeAsync(ANSWER_MS);
  expect(await ended).toMatchObject({ message: LATE });
});

test('only a newer release than the page makes the page outdated', () => {
  vi.stubGlobal('document', { querySelector: () => ({ content: '1700' }) });
  learnRelease(null);
  learnRelease('1699');
  learnRelease('1700');
  expect(connection().isOutdated).toBe(false);
  learnRelease('1701');
  expect(connection().isOutdated).toBe(true);
});

test('work that fails is counted off too', async () => {
  await expect(follow(Promise.reject(new Error('x')))).rejects.toThrow('x');
  expect(connection().busy).toBe(0);
});
