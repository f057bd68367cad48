import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMedia } from './media.ts';
import { openStorage, publicKey, thumbnailKey, trashKey } from './storage.ts';

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

test('an image is served as an image and nothing else, for ever', async () => {
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

test('HEAD says the same without the image', async () => {
  const answer = await media.inject({ url, method: 'HEAD' });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(bytes.length),
  });
  expect(answer.rawPayload.length).toBe(0);
});

test('the small image beside a photo has an address and a version of its own', async () => {
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

test('who has the image already is told so', async () => {
  for (const seen of [`"${arquivoId}"`, `W/"${arquivoId}"`, `"other", "${arquivoId}"`]) {
    const answer = await media.inject({ url, headers: { 'if-none-match': seen } });
    expect(answer.statusCode).toBe(304);
    expect(answer.rawPayload.length).toBe(0);
    expect(answer.headers).toMatchObject(protection);
  }
  expect((await media.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200);
});

test('a removed image is gone at once, also for who has seen it', async () => {
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

test('no other address leads anywhere', async () => {
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

test('nothing can be written', async () => {
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

test('a store that fails is a 503 in words, not a missing image', async () => {
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

test('it says that it is well', async () => {
  expect((await media.inject('/healthz')).statusCode).toBe(200);
});
