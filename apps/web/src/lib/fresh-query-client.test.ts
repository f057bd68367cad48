import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

const KEY = ['contas'];

/** A server whose answers are what it stored when the read arrived. Each read is answered by hand. */
function aServer() {
  const server = { stored: 'antes', answers: [] as (() => void)[] };
  const queryFn = () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { stored } = server;
    server.answers.push(() => resolve(stored));
    return promise;
  };
  return { server, options: { queryKey: KEY, queryFn, staleTime: Number.POSITIVE_INFINITY } };
}

test('a first read that began before a change is read again for those who see it', async () => {
  const client = new FreshQueryClient();
  const { server, options } = aServer();
  const observer = new QueryObserver(client, options);
  const stop = observer.subscribe(() => {});
  server.stored = 'depois';
  const done = client.invalidateQueries({ queryKey: KEY });
  for (const answer of server.answers) answer();
  await done;
  expect(observer.getCurrentResult().data).toBe('depois');
  stop();
});

test('a first read that nobody sees yet keeps its answer, which counts as old', async () => {
  const client = new FreshQueryClient();
  const { server, options } = aServer();
  const read = client.fetchQuery(options);
  server.stored = 'depois';
  const done = client.invalidateQueries({ queryKey: KEY });
  await client.invalidateQueries({ queryKey: KEY });
  server.answers[0]?.();
  expect(await read).toBe('antes');
  await done;
  await expect.poll(() => client.getQueryState(KEY)?.isInvalidated).toBe(true);
  expect(server.answers).toHaveLength(1);
});

test('a first read that only a hidden tab waits for is read again after its answer', async () => {
  const client = new FreshQueryClient();
  const { server, options } = aServer();
  const observer = new QueryObserver(client, options);
  const stop = observer.subscribe(() => {});
  server.stored = 'depois';
  await client.invalidateQueries({ queryKey: KEY, refetchType: 'none' });
  server.answers[0]?.();
  await expect.poll(() => server.answers.length).toBe(2);
  server.answers[1]?.();
  await expect.poll(() => observer.getCurrentResult().data).toBe('depois');
  stop();
});

test('a failed first read ends without an unhandled rejection', async () => {
  const client = new FreshQueryClient();
  const { promise, reject } = Promise.withResolvers<string>();
  const read = client.fetchQuery({ queryKey: KEY, queryFn: () => promise, retry: false });
  await client.invalidateQueries({ queryKey: KEY });
  reject(new Error('Sem resposta'));
  await expect(read).rejects.toThrow('Sem resposta');
});
