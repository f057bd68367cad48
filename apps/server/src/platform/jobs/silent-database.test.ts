import { createServer, connect as dial, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { keepContas } from '#modules/contas/contas.job.ts';
import { toAppError } from '#platform/errors.ts';
import { openLog } from '#platform/log.ts';
import { testApp } from '#testing/test-app.ts';
import { openJobs } from './jobs.ts';

const { config } = await testApp();
const database = new URL(config.DATABASE_URL);

/** Passes connections on to PostgreSQL. After `silence` the open ones get no answer and are not closed. */
const answers = new Set<Socket>();
const proxy = createServer((client) => {
  const server = dial(Number(database.port), database.hostname);
  answers.add(server);
  client.pipe(server).pipe(client);
  for (const socket of [client, server]) socket.on('error', () => {});
});
function silence(): void {
  for (const server of answers) server.unpipe().resume();
}

await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const address = new URL(database);
address.port = String((proxy.address() as { port: number }).port);
const jobs = await openJobs({
  url: address.href,
  worker: false,
  log: openLog('silent'),
  answerLimitMs: 1000,
});
afterAll(async () => {
  await jobs.close();
  for (const server of answers) server.destroy();
  proxy.close();
});

test('a job that is enqueued while the machine of the database is silent fails with 503, and the next one finds a new connection', async () => {
  await jobs.enqueueGlobal(keepContas, {});
  silence();
  const error = await jobs.enqueueGlobal(keepContas, {}).catch((thrown: unknown) => thrown);
  expect(toAppError(error, {})).toMatchObject({ code: 'unavailable' });
  await jobs.enqueueGlobal(keepContas, {});
});
