import { createHash, createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openHarness } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
/** The key that hashes requests, derived from a key of the ring for this purpose only. */
const derived = (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'prumo idempotency', 32));
const ring = (atual: string, chaves: Record<string, Buffer>) => ({
  SECRET_KEYS: JSON.stringify({
    atual,
    chaves: Object.fromEntries(Object.entries(chaves).map(([name, key]) => [name, key.toString('base64')])),
  }),
});

/** The application on one database, before, during and after a rotation of SECRET_KEYS. */
const before = await testApp(ring('velha', { velha: OLD }));
const during = await openHarness(before.url, ring('nova', { velha: OLD, nova: NEW }));
const after = await openHarness(before.url, ring('nova', { nova: NEW }));
afterAll(async () => {
  await during.close();
  await after.close();
});

const senha = 'senha-de-um-cliente';
const body = {
  nome: 'Maria Aparecida',
  cpf_cnpj: '52998224725',
  ...Object.fromEntries(
    [
      ...['nome_fantasia', 'inscricao_estadual', 'cep', 'endereco', 'numero', 'complemento', 'bairro'],
      ...['cidade', 'estado'],
    ].map((field) => [field, null]),
  ),
  email: 'maria@exemplo.com.br',
  senha,
  confirmar_senha: senha,
};

async function saved(id: string) {
  const [row] = await before.sql('select * from idempotency_keys where id = $1', [id]);
  return row;
}

test('the database keeps a body with a password only as a keyed hash, which cannot be guessed without the key', async () => {
  const ana = await before.anEmpresa();
  const id = randomUUID();
  expect((await ana.post('/api/clientes', body, { 'idempotency-key': id })).statusCode).toBe(201);
  const row = await saved(id);
  expect(JSON.stringify(row)).not.toContain(senha);
  const text = JSON.stringify(body);
  const guesses = [text, `POST /api/clientes\n${text}`, `POST /api/clientes${text}`, senha].flatMap((guess) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => createHash('sha256').update(guess).digest(form)),
  );
  expect(guesses).not.toContain(row?.request_hash);
  const request = `POST /api/clientes\n${text}`;
  const hash = (key: Buffer) => createHmac('sha256', key).update(request).digest('base64url');
  expect(row?.request_hash).toBe(hash(derived(OLD)));
  expect(row?.request_hash).not.toBe(hash(derived(NEW)));
  expect(row?.request_hash, 'a key that seals secrets hashes no requests').not.toBe(hash(OLD));
});

test('a request retried during a key rotation gets its first answer, and the key with another body is refused', async () => {
  const ana = await before.anEmpresa();
  const key = { 'idempotency-key': randomUUID() };
  const first = await ana.post('/api/clientes', body, key);
  const again = during.withCookie(String(ana.cookie));
  const repeated = await again.post('/api/clientes', body, key);
  expect([repeated.statusCode, repeated.json()]).toEqual([201, first.json()]);
  const other = { ...body, senha: 'outra-senha', confirmar_senha: 'outra-senha' };
  expect((await again.post('/api/clientes', other, key)).statusCode).toBe(422);
  expect((await again.get('/api/clientes')).json().total).toBe(1);
});

test('a request during the rotation is hashed with the new key', async () => {
  const ana = await during.anEmpresa();
  const id = randomUUID();
  await ana.post('/api/clientes', body, { 'idempotency-key': id });
  const request = `POST /api/clientes\n${JSON.stringify(body)}`;
  const hash = createHmac('sha256', derived(NEW)).update(request).digest('base64url');
  expect((await saved(id))?.request_hash).toBe(hash);
});

test('a retry is recognised by the hashes that earlier releases stored', async () => {
  const ana = await before.anEmpresa();
  const id = randomUUID();
  const first = await ana.post('/api/clientes', body, { 'idempotency-key': id });
  const request = `POST /api/clientes\n${JSON.stringify(body)}`;
  const asBefore = [createHmac('sha256', OLD), createHash('sha256')].map((hash) =>
    hash.update(request).digest('base64url'),
  );
  for (const hash of asBefore) {
    await before.sql('update idempotency_keys set request_hash = $2 where id = $1', [id, hash]);
    const repeated = await ana.post('/api/clientes', body, { 'idempotency-key': id });
    expect([repeated.statusCode, repeated.json()]).toEqual([201, first.json()]);
  }
});

test('a retry whose hash was made with a removed key is refused and changes nothing', async () => {
  const ana = await before.anEmpresa();
  const key = { 'idempotency-key': randomUUID() };
  await ana.post('/api/clientes', body, key);
  const later = after.withCookie(String(ana.cookie));
  expect((await later.post('/api/clientes', body, key)).statusCode).toBe(422);
  expect((await later.get('/api/clientes')).json().total).toBe(1);
});

test('an Idempotency-Key used again with another method or address is refused', async () => {
  const ana = await before.anEmpresa();
  const key = { 'idempotency-key': randomUUID() };
  const { id } = (await ana.post('/api/clientes', body, key)).json();
  expect((await ana.delete(`/api/clientes/${id}`, key)).statusCode).toBe(422);
  expect((await ana.get(`/api/clientes/${id}`)).statusCode).toBe(200);
});

test.each(['', 'uma-chave', '1234'])('the Idempotency-Key %j is refused', async (id) => {
  const refused = await (await before.anEmpresa()).post('/api/clientes', body, { 'idempotency-key': id });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().mensagem).toContain('Recarregue a página');
});

test('a body nested too deeply is refused with 422, also by a route that takes none', async () => {
  const ana = await before.anEmpresa();
  const depth = 20_000;
  const refused = await before.app.inject({
    method: 'POST',
    url: `/api/importacoes/${randomUUID()}/cancelar`,
    payload: `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    headers: {
      cookie: String(ana.cookie),
      origin: before.config.PUBLIC_URL,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
  });
  expect(refused.statusCode).toBe(422);
});
