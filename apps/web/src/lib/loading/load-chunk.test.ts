import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connection } from './connection.ts';
import { ChunkError, loadChunk } from './load-chunk.ts';

let asked: string[];
/** The outcome of each attempt to fetch a file, in order. Further attempts succeed. */
let outcomes: (number | 'cut')[];

beforeEach(() => {
  asked = [];
  outcomes = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(String(address).replace(/.*\//, ''));
    const outcome = outcomes.shift() ?? 200;
    if (outcome === 'cut') throw new TypeError('Failed to fetch');
    return new Response('code', { status: outcome });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const part = { name: 'part' };
/** A function whose text contains the import, as the build writes it. */
const loaderOf = (file: string, load: () => unknown = () => part) =>
  Object.assign(async () => load(), { toString: () => `()=>import(\`./${file}\`)` });

async function settled<T>(work: Promise<T>): Promise<T | Error> {
  const ended = work.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return ended;
}

test('a chunk and its imports are fetched before the import, each once', async () => {
  expect(await settled(loadChunk(loaderOf('one.js'), ['assets/dep.js']))).toBe(part);
  expect(await settled(loadChunk(loaderOf('two.js'), ['assets/dep.js']))).toBe(part);
  expect(asked).toEqual(['dep.js', 'one.js', 'two.js']);
});

test('a short interruption is bridged, without an import that the browser would remember as failed', async () => {
  outcomes = ['cut', 503];
  const load = vi.fn(() => part);
  expect(await settled(loadChunk(loaderOf('blip.js', load)))).toBe(part);
  expect(asked).toEqual(['blip.js', 'blip.js', 'blip.js']);
  expect(load).toHaveBeenCalledOnce();
});

test('a longer one fails with a sentence, and the next press loads the chunk', async () => {
  outcomes = ['cut', 'cut', 'cut'];
  const load = vi.fn(() => part);
  const failure = await settled(loadChunk(loaderOf('long.js', load)));
  expect(failure).toBeInstanceOf(ChunkError);
  expect(failure).toMatchObject({ message: expect.stringMatching(/conexão e tente de novo\.$/) });
  expect(connection().isDoubted).toBe(true);
  expect(load).not.toHaveBeenCalled();
  expect(await settled(loadChunk(loaderOf('long.js', load)))).toBe(part);
  expect(connection().isDoubted).toBe(false);
});

test('a chunk that the server no longer has is not asked for again, and the page is outdated', async () => {
  outcomes = [404];
  expect(await settled(loadChunk(loaderOf('gone.js')))).toMatchObject({
    message: expect.stringContaining('Recarregue a página'),
  });
  expect(asked).toEqual(['gone.js']);
  expect(connection().isOutdated).toBe(true);
});

test('an error that the code of the chunk throws stays what it is', async () => {
  const broken = loaderOf('broken.js', () => {
    throw new Error('Falha');
  });
  const failure = await settled(loadChunk(broken));
  expect(failure).not.toBeInstanceOf(ChunkError);
  expect(failure).toMatchObject({ message: 'Falha' });
});
