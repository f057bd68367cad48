import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage, publicKey, thumbnailKey, trashKey } from '#platform/outside/storage.ts';
import { openMedia } from './media.ts';

const root = await mkdtemp(join(tmpdir(), 'prumo-media-'));
const storage = openStorage({ driver: 'fs', root });
const media = await openMedia({ storage });
const empresaId = randomUUID();
const arquivoId = randomUUID();
const url = `/publico/${empresaId}/${arquivoId}.webp`;
const bytes = Buffer.from('RIFF0000WEBPVP8 the pixels');

beforeAll(() => storage.put(publicKey(empresaId, arquivoId), bytes, 'image/webp'));
afterAll(async () => {
  await media.close();
  await rm(root, { recursive: true });
});

const protection = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};

test('an image is served with its type, the protective headers and an immutable cache lifetime', async () => {
  const answer = await media.inject({ url, headers: { cookie: '__Host-sessao=abc' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.equals(bytes)).toBe(true);
  expect(answer.headers).toMatchObject({
    ...protection,
    'content-type': 'image/webp',
    'content-length': String(bytes.length),
    'content-disposition': `inline; filename="${arquivoId}.webp"`,
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${arquivoId}"`,
  });
  expect(answer.headers).not.toHaveProperty('set-cookie');
});

test('HEAD answers with the same headers and no body', async () => {
  const answer = await media.inject({ url, method: 'HEAD' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(bytes.length),
  });
  expect(answer.rawPayload.length).toBe(0);
});

test('the thumbnail of a photo has its own address and its own ETag', async () => {
  const small = Buffer.from('RIFF0000WEBPVP8 few pixels');
  await storage.put(thumbnailKey(publicKey(empresaId, arquivoId)), small, 'image/webp');
  const address = url.replace('.webp', '.mini.webp');
  const answer = await media.inject({ url: address });
  expect(answer.rawPayload.equals(small)).toBe(true);
  expect(answer.headers).toMatchObject({ ...protection, etag: `"${arquivoId}.mini"` });
  const seen = { 'if-none-match': `"${arquivoId}"` };
  expect((await media.inject({ url: address, headers: seen })).statusCode).toBe(200);
  for (const other of ['.maxi.webp', '.mini.mini.webp', '.mini.png', '.mini'])
    expect((await media.inject({ url: url.replace('.webp', other) })).statusCode).toBe(404);
});

test('a request with a matching ETag gets 304 without a body', async () => {
  for (const seen of [`"${arquivoId}"`, `W/"${arquivoId}"`, `"other", "${arquivoId}"`]) {
    const answer = await media.inject({ url, headers: { 'if-none-match': seen } });
    expect(answer.statusCode).toBe(304);
    expect(answer.rawPayload.length).toBe(0);
    expect(answer.headers).toMatchObject(protection);
  }
  expect((await media.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
});

test('a removed image immediately answers 404, also to a browser that has it cached', async () => {
  const id = randomUUID();
  const address = `/publico/${empresaId}/${id}.webp`;
  await storage.put(publicKey(empresaId, id), bytes, 'image/webp');
  await storage.move(publicKey(empresaId, id), trashKey(empresaId, id));
  for (const headers of [{}, { 'if-none-match': `"${id}"` }]) {
    const answer = await media.inject({ url: address, headers });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers).toMatchObject({ ...protection, 'cache-control': 'no-store' });
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({
      codigo: 'not_found',
      mensagem: 'Esta imagem não existe ou foi removida.',
    });
  }
});

test('every address that is not a public image answers 404', async () => {
  await storage.put(trashKey(empresaId, arquivoId), bytes, 'image/webp');
  await writeFile(join(root, 'segredo.webp'), 'secret');
  const elsewhere = [
    '/',
    '/publico',
    `/publico/${empresaId}`,
    `/publico/${empresaId}/`,
    `/publico/${empresaId}/${arquivoId}`,
    `/publico/${empresaId}/${arquivoId}.png`,
    `/publico/${empresaId}/${arquivoId}.webp/`,
    `/publico/${empresaId}/${arquivoId}.webp%00`,
    `/publico/${empresaId}/${arquivoId.toUpperCase()}.webp`,
    `/publico/${'-'.repeat(36)}/${arquivoId}.webp`,
    `/publico/%2e%2e/segredo.webp`,
    `/publico/..%2f..%2f/segredo.webp`,
    `/publico/../segredo.webp`,
    `/publico/${empresaId}/..%2f..%2fsegredo.webp`,
    `/publico/..%2flixeira%2f${empresaId}/${arquivoId}.webp`,
    `/publico/${empresaId}/%E0%A4%A.webp`,
    `//publico/${empresaId}/${arquivoId}.webp`,
    `/lixeira/${empresaId}/${arquivoId}.webp`,
    '/segredo.webp',
    '/metrics',
    '/api/marcas',
  ];
  for (const address of elsewhere) {
    const answer = await media.inject({ url: address });
    expect(answer.statusCode, address).toBe(404);
    expect(answer.headers, address).toMatchObject({ ...protection, 'cache-control': 'no-store' });
    expect(answer.json(), address).toMatchObject({ codigo: 'not_found' });
  }
});

test('methods other than GET and HEAD answer 404 and change nothing', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const answer = await media.inject({
      url,
      method,
      payload: 'x',
      headers: { 'content-type': 'text/html' },
    });
    expect(answer.statusCode, method).toBe(404);
  }
  expect((await media.inject(url)).statusCode).toBe(200);
});

test('a failing store answers 503 with a message, not 404', async () => {
  const failing = openStorage({
    driver: 's3',
    endpoint: 'http://127.0.0.1:1',
    region: 'us-east-1',
    bucket: 'none',
    accessKeyId: 'none',
    secretAccessKey: 'none',
  });
  const broken = await openMedia({ storage: failing });
  const answer = await broken.inject(url);
  expect(answer.statusCode).toBe(503);
  expect(answer.json().mensagem).toContain('armazenamento de imagens');
  expect(answer.headers).toMatchObject({ ...protection, 'cache-control': 'no-store' });
  await broken.close();
});

test('the health check answers 200', async () => {
  expect((await media.inject('/healthz')).statusCode).toBe(200);
});

test('bytes that are not HTTP are refused with a Portuguese message', async () => {
  await media.listen({ host: '127.0.0.1', port: 0 });
  const { port } = media.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1', () => socket.write('lixo\r\n\r\n'));
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').mensagem).toMatch(/tente de novo\.$/);
});
