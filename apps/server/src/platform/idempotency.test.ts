import { createHash, createHmac, randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { openHarness } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const ring = (atual: string, chaves: Record<string, Buffer>) => ({
  SECRET_KEYS: JSON.stringify({
    atual,
    chaves: Object.fromEntries(Object.entries(chaves).map(([name, key]) => [name, key.toString('base64')])),
  }),
});

/** The same database before, during and after a change of secrets. */
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

test('of a body with a password only a keyed hash is kept, which nobody can try out without the secret', async () => {
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
  expect(row?.request_hash).toBe(createHmac('sha256', OLD).update(request).digest('base64url'));
  expect(row?.request_hash).not.toBe(createHmac('sha256', NEW).update(request).digest('base64url'));
});

test('a request sent again after the secret changed is still known, and still only with its own body', async () => {
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

test('new keys are made under the new secret', async () => {
  const ana = await during.anEmpresa();
  const id = randomUUID();
  await ana.post('/api/clientes', body, { 'idempotency-key': id });
  const request = `POST /api/clientes\n${JSON.stringify(body)}`;
  expect((await saved(id))?.request_hash).toBe(createHmac('sha256', NEW).update(request).digest('base64url'));
});

test('once a secret is given up, its keys are refused and nothing happens twice', async () => {
  const ana = await before.anEmpresa();
  const key = { 'idempotency-key': randomUUID() };
  await ana.post('/api/clientes', body, key);
  const later = after.withCookie(String(ana.cookie));
  expect((await later.post('/api/clientes', body, key)).statusCode).toBe(422);
  expect((await later.get('/api/clientes')).json().total).toBe(1);
});

test('a key of another method or address is another request', async () => {
  const ana = await before.anEmpresa();
  const key = { 'idempotency-key': randomUUID() };
  const { id } = (await ana.post('/api/clientes', body, key)).json();
  expect((await ana.delete(`/api/clientes/${id}`, key)).statusCode).toBe(422);
  expect((await ana.get(`/api/clientes/${id}`)).statusCode).toBe(200);
});

test.each(['', 'uma-chave', '1234'])('the key %j is none', async (id) => {
  const refused = await (await before.anEmpresa()).post('/api/clientes', body, { 'idempotency-key': id });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().mensagem).toContain('Recarregue a página');
});
