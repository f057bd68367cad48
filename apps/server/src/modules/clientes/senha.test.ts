import { randomUUID } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import type { ClienteInput } from '@prumo/contract/clientes.ts';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import type { Client, Harness } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const prumo = await testApp();
const { anEmpresa, sql } = prumo;

const bodyWith = (senha: string, confirmar_senha = senha): ClienteInput => ({
  nome: 'Maria Aparecida',
  cpf_cnpj: '529.982.247-25',
  nome_fantasia: null,
  inscricao_estadual: null,
  cep: null,
  endereco: null,
  numero: null,
  complemento: null,
  bairro: null,
  cidade: null,
  estado: null,
  email: 'maria@exemplo.com.br',
  senha,
  confirmar_senha,
});

async function aCliente(client: Client, senha: string): Promise<{ id: string }> {
  const response = await client.post('/api/clientes', bodyWith(senha));
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

const hashOf = async (id: string): Promise<string | null> =>
  (await sql('select senha from clientes where id = $1', [id]))[0]?.senha;

const TOO_SHORT = 'Senha deve ter no mínimo 6 caracteres';

describe('the rules', () => {
  test.each([
    [
      '[CLIE-12] [FMT-08]',
      'cinco',
      'seisss',
      { senha: TOO_SHORT, confirmar_senha: 'As senhas não coincidem' },
    ],
    ['[CLIE-13]', 'segredo', 'cinco', { confirmar_senha: 'Confirme a senha' }],
    ['[CLIE-13]', 'segredo', '', { confirmar_senha: 'Confirme a senha' }],
    ['[CLIE-14]', 'segredo', 'segredos', { confirmar_senha: 'As senhas não coincidem' }],
    ['[CLIE-14]', 'segredo', 'Segredo', { confirmar_senha: 'As senhas não coincidem' }],
    ['[CLIE-16]', '', '', { senha: TOO_SHORT, confirmar_senha: 'Confirme a senha' }],
  ])(
    '%s %j confirmed by %j is refused, for a new cliente and for a change',
    async (_, senha, again, campos) => {
      const ana = await anEmpresa();
      const { id } = await aCliente(ana, 'segredo');
      const before = await hashOf(id);
      for (const refused of [
        await ana.post('/api/clientes', bodyWith(senha, again)),
        await ana.put(`/api/clientes/${id}`, { ...bodyWith(senha, again), nome: 'Outra', versao: 1 }),
      ]) {
        expect(refused.statusCode).toBe(422);
        expect(refused.json().campos).toEqual(campos);
      }
      expect((await ana.get('/api/clientes')).json()).toMatchObject({
        total: 1,
        itens: [{ nome: 'Maria Aparecida' }],
      });
      expect(await hashOf(id)).toBe(before);
    },
  );

  test('[CLIE-16] a change without senha and confirmation is refused and saves nothing', async () => {
    const ana = await anEmpresa();
    const { id } = await aCliente(ana, 'segredo');
    const { senha, confirmar_senha, ...rest } = bodyWith('x');
    const refused = await ana.put(`/api/clientes/${id}`, { ...rest, nome: 'Outra', versao: 1 });
    expect(refused.statusCode).toBe(422);
    expect(Object.keys(refused.json().campos).sort()).toEqual(['confirmar_senha', 'senha']);
    expect((await ana.get(`/api/clientes/${id}`)).json().nome).toBe('Maria Aparecida');
  });

  test('[FMT-08] a senha has six to 128 characters', async () => {
    const ana = await anEmpresa();
    for (const senha of ['seisss', 'x'.repeat(128), '  com espaços  ', 'çãõéí🙂'])
      expect(await verify(String(await hashOf((await aCliente(ana, senha)).id)), senha)).toBe(true);
    const refused = await ana.post('/api/clientes', bodyWith('x'.repeat(129)));
    expect(refused.json().campos.senha).toBe('Use até 128 caracteres.');
  });
});

describe('the stored senha', () => {
  test('[CLIE-17] [CLIE-20] is a salted argon2id hash, different for the same senha', async () => {
    const ana = await anEmpresa();
    const hashes = await Promise.all(
      [await aCliente(ana, 'mesma-senha'), await aCliente(ana, 'mesma-senha')].map(({ id }) => hashOf(id)),
    );
    for (const hash of hashes) {
      expect(hash).toMatch(/^\$argon2id\$/);
      expect(hash).not.toContain('mesma-senha');
      expect(await verify(String(hash), 'mesma-senha')).toBe(true);
      expect(await verify(String(hash), 'outra-senha')).toBe(false);
    }
    expect(new Set(hashes).size).toBe(2);
  });

  test('must be an argon2id hash, by a constraint of the database', async () => {
    const { id } = await aCliente(await anEmpresa(), 'segredo');
    await expect(sql("update clientes set senha = 'segredo' where id = $1", [id])).rejects.toThrow(
      'clientes_senha_check',
    );
  });

  test('[CLIE-21] is replaced by a change', async () => {
    const ana = await anEmpresa();
    const { id } = await aCliente(ana, 'primeira');
    await ana.put(`/api/clientes/${id}`, { ...bodyWith('segunda'), versao: 1 });
    const hash = String(await hashOf(id));
    expect(await verify(hash, 'segunda')).toBe(true);
    expect(await verify(hash, 'primeira')).toBe(false);
  });

  test('stays the same after a refused change', async () => {
    const ana = await anEmpresa();
    const { id } = await aCliente(ana, 'primeira');
    await ana.put(`/api/clientes/${id}`, { ...bodyWith('segunda'), versao: 1 });
    const stale = await ana.put(`/api/clientes/${id}`, { ...bodyWith('terceira'), versao: 1 });
    expect(stale.statusCode).toBe(409);
    expect(await verify(String(await hashOf(id)), 'segunda')).toBe(true);
  });

  test('is empty in a restored cliente until a new senha is set', async () => {
    const ana = await anEmpresa();
    const { id } = await aCliente(ana, 'primeira');
    const { lote } = (await ana.delete(`/api/clientes/${id}`)).json();
    await ana.post(`/api/historico/${lote}/desfazer`);
    expect(await hashOf(id)).toBeNull();
    await ana.put(`/api/clientes/${id}`, { ...bodyWith('segunda'), versao: 2 });
    expect(await verify(String(await hashOf(id)), 'segunda')).toBe(true);
  });

  test('stays the same when another change is undone', async () => {
    const ana = await anEmpresa();
    const { id } = await aCliente(ana, 'primeira');
    await ana.put(`/api/clientes/${id}`, { ...bodyWith('segunda'), nome: 'Outra', versao: 1 });
    const [edit] = await sql("select lote from historico where registro_id = $1 and operacao = 'U'", [id]);
    expect((await ana.post(`/api/historico/${edit?.lote}/desfazer`)).statusCode).toBe(200);
    expect((await ana.get(`/api/clientes/${id}`)).json().nome).toBe('Maria Aparecida');
    expect(await verify(String(await hashOf(id)), 'segunda')).toBe(true);
  });
});

describe('the senha leaks nowhere', () => {
  test('[CLIE-18] no answer contains it, and only its own row contains its hash', async () => {
    const ana = await anEmpresa();
    const senha = `segredo-${randomUUID()}`;
    const { id, answers } = await aLife(ana, senha);
    expect(answers).not.toContain(senha);
    expect(answers).not.toContain('argon2');
    expect(answers).not.toContain('"senha":');
    expect(await tablesWith(prumo, senha)).toEqual([]);
    expect(await tablesWith(prumo, String(await hashOf(id)))).toEqual(['public.clientes']);
    expect(await tablesWith(prumo, 'confirmar_senha')).toEqual([]);
  });

  test('no log line contains it, not even after an internal error', async () => {
    const loud = await testApp({ LOG_LEVEL: 'debug' });
    const lines = linesOf(loud);
    const ana = await loud.anEmpresa();
    const senha = `segredo-${randomUUID()}`;
    await aLife(ana, senha);
    await loud.sql('alter table clientes rename column bairro to vila');
    expect((await ana.post('/api/clientes', bodyWith(senha))).statusCode).toBe(500);
    const log = lines.join('');
    expect(log).toContain('"level":50');
    expect(log).toContain('/api/clientes');
    expect(log).not.toContain(senha);
    expect(log).not.toContain('argon2');
    expect(log).not.toContain('maria@exemplo.com.br');
  });
});

/** Runs every operation on a cliente and returns all responses. */
async function aLife(client: Client, senha: string): Promise<{ id: string; answers: string }> {
  const key = { 'idempotency-key': randomUUID() };
  const created = await client.post('/api/clientes', bodyWith(senha), key);
  const { id } = created.json();
  const one = `/api/clientes/${id}`;
  const change = { ...bodyWith(senha), nome: 'Outra', versao: 1 };
  const answers = [
    created,
    await client.post('/api/clientes', bodyWith(senha), key),
    await client.put(one, change, { 'idempotency-key': randomUUID() }),
    await client.put(one, change),
    await client.put(one, { ...change, confirmar_senha: `${senha}!` }),
    await client.get(one),
    await client.get('/api/clientes'),
    await client.get('/api/clientes?busca=outra'),
    await client.get(`/api/clientes?busca=${senha}`),
  ];
  const removed = await client.delete(one);
  answers.push(removed, await client.get('/api/clientes/lixeira'));
  answers.push(await client.post(`/api/historico/${removed.json().lote}/desfazer`));
  answers.push(await client.put(one, { ...change, versao: 3 }));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([
    ...[201, 201, 200, 409, 422, 200, 200, 200, 200, 200, 200, 200, 200],
  ]);
  return { id, answers: answers.map(({ body }) => body).join('\n') };
}

/** Returns every table that has this text in any column of a row. */
async function tablesWith({ sql: ask }: Harness, text: string): Promise<string[]> {
  const tables = await ask(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`,
  );
  expect(tables.length).toBeGreaterThan(20);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await ask(`select from ${name} t where t::text like '%' || $1 || '%' limit 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Collects the lines that the application logs from now on. */
function linesOf({ app }: Harness): string[] {
  const lines: string[] = [];
  const log = app.log as unknown as Record<symbol, { write(line: string): void }>;
  const stream = log[pino.symbols.streamSym];
  if (!stream) throw new Error('the log writes nowhere');
  stream.write = (line) => void lines.push(line);
  return lines;
}
