import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ORIGIN } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { app, anEmpresa } = await testApp();
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;

/** Sends the headers and the first bytes of an upload, and never the rest. */
function unfinishedUpload(cookie: string) {
  const headers = {
    cookie,
    origin: ORIGIN,
    'content-type': 'application/octet-stream',
    'content-length': 1e6,
  };
  const sent = request({ port, method: 'POST', path: '/api/arquivos/fotos', headers });
  sent.on('error', () => {});
  sent.write('bytes');
  return sent;
}

test('uploads that one empresa never finishes are limited, and another empresa uploads meanwhile', async () => {
  const [loud, quiet] = [await anEmpresa(), await anEmpresa()];
  const stalled = Array.from({ length: 36 }, () => unfinishedUpload(loud.cookie ?? ''));
  // Eight uploads have a place and twenty-four wait for one. The remaining four are refused at once.
  const statuses: (number | undefined)[] = [];
  const { promise: refusedFour, resolve } = Promise.withResolvers<void>();
  for (const each of stalled)
    each.on('response', ({ statusCode }) => {
      if (statuses.push(statusCode) === 4) resolve();
    });
  await refusedFour;
  const photo = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#3355aa' } })
    .jpeg()
    .toBuffer();
  expect((await quiet.upload('/api/arquivos/fotos', photo)).statusCode).toBe(201);
  expect(statuses).toEqual([429, 429, 429, 429]);

  // The places become free when the clients give up, also those of uploads that only waited.
  for (const each of stalled) each.destroy();
  const upload = async () => (await loud.upload('/api/arquivos/fotos', photo)).statusCode;
  await expect.poll(upload, { timeout: 60_000 }).toBe(201);
});
