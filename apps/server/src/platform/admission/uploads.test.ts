import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ORIGIN } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

// An upload waits 4 minutes for a place, longer than a test may take. So only refusals without a wait are seen.
const { app, anEmpresa, url } = await testApp({ PATIENCE: '60' });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

function startUpload(cookie: string | undefined, length: number) {
  const headers = {
    cookie,
    origin: ORIGIN,
    'content-type': 'application/octet-stream',
    'content-length': length,
  };
  const sent = request({ port, method: 'POST', path: '/api/arquivos/fotos', headers });
  sent.on('error', () => {});
  return sent;
}

/** Sends the headers and the first bytes of an upload, and never the rest. */
function unfinishedUpload(cookie: string | undefined) {
  const sent = startUpload(cookie, 1e6);
  sent.write('bytes');
  return sent;
}

const aPhoto = () =>
  sharp({ create: { width: 80, height: 60, channels: 3, background: '#3355aa' } })
    .jpeg()
    .toBuffer();

test('uploads that one empresa never finishes are limited, and another empresa uploads meanwhile', async () => {
  const [loud, quiet] = [await anEmpresa(), await anEmpresa()];
  const stalled = Array.from({ length: 36 }, () => unfinishedUpload(loud.cookie));
  // Eight uploads have a place and twenty-four wait for one. The remaining four are refused at once.
  const statuses: (number | undefined)[] = [];
  const { promise: refusedFour, resolve } = Promise.withResolvers<void>();
  for (const each of stalled)
    each.on('response', ({ statusCode }) => {
      if (statuses.push(statusCode) === 4) resolve();
    });
  await refusedFour;
  const photo = await aPhoto();
  expect((await quiet.upload('/api/arquivos/fotos', photo)).statusCode).toBe(201);
  expect(statuses).toEqual([429, 429, 429, 429]);

  // The places become free when the clients give up, also those of uploads that only waited.
  for (const each of stalled) each.destroy();
  const upload = async () => (await loud.upload('/api/arquivos/fotos', photo)).statusCode;
  await expect.poll(upload, { timeout: 60_000 }).toBe(201);
});

test('an upload whose client disconnects keeps its place while its handler runs', async () => {
  const loud = await anEmpresa();
  const photo = await aPhoto();
  const admin = new pg.Client({ connectionString: url('postgres') });
  await admin.connect();
  await admin.query('begin; lock table arquivos in access exclusive mode');
  let received = 0;
  app.server.on('request', (raw) => raw.once('end', () => received++));
  const sent = Array.from({ length: 8 }, () => startUpload(loud.cookie, photo.length).end(photo));
  await expect.poll(() => received).toBe(8);
  for (const each of sent) each.destroy();
  await expect.poll(() => new Promise((known) => app.server.getConnections((_, n) => known(n)))).toBe(0);
  // The eight bodies are still in memory, so twenty-four uploads wait and the next one is refused.
  const later = Array.from({ length: 25 }, () => unfinishedUpload(loud.cookie));
  const refused = await Promise.race(
    later.map(
      (each) => new Promise<number | undefined>((known) => each.on('response', (it) => known(it.statusCode))),
    ),
  );
  expect(refused).toBe(429);
  for (const each of later) each.destroy();
  await admin.query('rollback');
  await admin.end();
});
