import { sessoes } from '@prumo/contract/acesso.ts';
import { novidades } from '@prumo/contract/novidades.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '#lib/api.ts';
import { keepOpen } from './keep-open.ts';

const stop = { now: new AbortController() };
const onRefused = vi.fn<() => void>();
/** The number of streams that the page has asked for. */
let streams = 0;
let statusOfStream = 200;
let confirmation = Promise.withResolvers<Response>();

beforeEach(() => {
  vi.useFakeTimers();
  stop.now = new AbortController();
  streams = 0;
  statusOfStream = 200;
  confirmation = Promise.withResolvers();
  onRefused.mockClear();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.startsWith(novidades.read.url)) return confirmation.promise;
    streams++;
    if (statusOfStream !== 200) return Promise.resolve(new Response('{}', { status: statusOfStream }));
    return Promise.resolve(new Response(new ReadableStream(), { status: 200 }));
  });
});

afterEach(() => {
  stop.now.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(): void {
  void keepOpen({
    ...{ usuario: 'u', empresa: 'e', signal: stop.now.signal, onRefused },
    ...{ posicao: () => undefined, idade: () => 0 },
    ...{ onDown: () => {}, onBoletim: () => {}, onPulso: () => {} },
  });
}

test('the stream opens after a change is answered, because the answer can replace the cookie', async () => {
  const confirmed = call(sessoes.confirm, { body: { senha: 'x' } });
  open();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(streams).toBe(0);
  confirmation.resolve(new Response(null, { status: 204 }));
  await confirmed;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(streams).toBe(1);
});

test('a stream that is refused once opens again soon, because another tab can replace the cookie', async () => {
  statusOfStream = 401;
  open();
  await vi.advanceTimersByTimeAsync(0);
  expect(streams).toBe(1);
  expect(onRefused).toHaveBeenCalledTimes(1);
  statusOfStream = 200;
  await vi.advanceTimersByTimeAsync(2000);
  expect(streams).toBe(2);
});

test('a stream that is refused twice waits for at least half a minute', async () => {
  statusOfStream = 401;
  open();
  await vi.advanceTimersByTimeAsync(2000);
  expect(streams).toBe(2);
  await vi.advanceTimersByTimeAsync(27_000);
  expect(streams).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams).toBeGreaterThan(2);
});
