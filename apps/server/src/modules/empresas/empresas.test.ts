import { randomUUID } from 'node:crypto';
import type { Empresa } from '@prumo/contract/empresas.ts';
import type { MinhaEmpresa } from '@prumo/contract/minhas-empresas.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, sql, stranger } = await testApp();

const CNPJ = '11222333000181';

const idOf = async (client: Client): Promise<string> =>
  (await client.get('/api/sessoes/atual')).json().sessao.empresa.id;
const read = async (client: Client): Promise<Empresa> =>
  (await client.get(`/api/empresas/${await idOf(client)}`)).json();
const change = async (client: Client, values: Partial<Empresa>) => {
  const { id, ...empresa } = await read(client);
  return client.put(`/api/empresas/${id}`, { ...empresa, ...values });
};
const own = async (client: Client): Promise<MinhaEmpresa[]> =>
  (await client.get('/api/empresas')).json().itens;

async function aSecondEmpresa(client: Client, nome = 'Boreal Distribuidora') {
  const id = randomUUID();
  const made = await client.post('/api/empresas', { id, nome });
  expect(made.statusCode, made.body).toBe(201);
  return id;
}
/** Sends each request as a tab of this empresa does. */
const tabOf = (client: Client, id: string) => {
  const headers = { 'x-empresa': id };
  return {
    get: (path: string) => client.send('GET', path, undefined, headers),
    post: (path: string, body: object) => client.send('POST', path, body, headers),
    put: (path: string, body: object) => client.send('PUT', path, body, headers),
  };
};
const marca = (nome: string) => ({ nome, descricao: null, logo_url: null });

describe('the data of an empresa', () => {
  test('a new empresa has the name of its person and nothing else', async () => {
    const ana = await anEmpresa('Ana Souza');
    expect(await read(ana)).toEqual({
      id: ana.empresaId,
      nome: 'Ana Souza',
      razao_social: null,
      cnpj: null,
      inscricao_estadual: null,
      cep: null,
      endereco: null,
      numero: null,
      complemento: null,
      bairro: null,
      cidade: null,
      estado: null,
      logo_url: null,
      versao: 1,
    });
  });

  test('a change is stored, and the session shows the new name at once', async () => {
    const ana = await anEmpresa();
    const changed = await change(ana, {
      nome: 'Aurora Autopeças',
      razao_social: 'Aurora Ltda',
      cidade: 'Curitiba',
    });
    expect(changed.json()).toMatchObject({
      nome: 'Aurora Autopeças',
      razao_social: 'Aurora Ltda',
      versao: 2,
    });
    expect((await ana.get('/api/sessoes/atual')).json().sessao.empresa).toMatchObject({
      id: ana.empresaId,
      nome: 'Aurora Autopeças',
      papel: 'dono',
    });
  });

  test('a change based on an older version is refused and names the person who changed the data', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    const { id, ...before } = await read(ana);
    await change(bruno, { nome: 'Aurora Autopeças' });
    const refused = await ana.put(`/api/empresas/${id}`, { ...before, nome: 'Boreal' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ atual: { nome: 'Aurora Autopeças' }, alterado_por: 'Bruno Lima' });
  });

  test('only a change of the CNPJ needs a fresh proof of identity', async () => {
    const ana = await anEmpresa();
    await sql("update auth.sessions set confirmed_at = now() - interval '1 hour' where user_id = $1", [
      ana.userId,
    ]);
    expect((await change(ana, { nome: 'Aurora' })).statusCode).toBe(200);
    const refused = await change(ana, { cnpj: CNPJ });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().codigo).toBe('confirm_identity');
    await sql('update auth.sessions set confirmed_at = now() where user_id = $1', [ana.userId]);
    expect((await change(ana, { cnpj: '11.222.333/0001-81' })).json()).toMatchObject({ cnpj: CNPJ });
  });

  test('a CNPJ with wrong check digits is refused', async () => {
    const refused = await change(await anEmpresa(), { cnpj: '11222333000182' });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().campos.cnpj).toMatch(/não confere/);
  });

  test('a change is in the history of the empresa, and the undo of the history leaves it alone', async () => {
    const ana = await anEmpresa('Ana Souza');
    await change(ana, { nome: 'Aurora' });
    const [row] = await sql(
      "select lote, antes ->> 'nome' as antes, depois ->> 'nome' as depois from historico where empresa_id = $1 and tabela = 'empresas'",
      [ana.empresaId],
    );
    expect(row).toMatchObject({ antes: 'Ana Souza', depois: 'Aurora' });
    expect((await ana.post(`/api/historico/${row?.['lote']}/desfazer`)).statusCode).toBe(404);
    expect(await read(ana)).toMatchObject({ nome: 'Aurora' });
  });
});

describe('several empresas of one person', () => {
  test('a person creates an empresa, and is its dono', async () => {
    const ana = await anEmpresa('Ana Souza');
    const id = await aSecondEmpresa(ana);
    expect(await own(ana)).toEqual([
      { id: ana.empresaId, nome: 'Ana Souza', cnpj: null, logo_url: null, papel: 'dono' },
      { id, nome: 'Boreal Distribuidora', cnpj: null, logo_url: null, papel: 'dono' },
    ]);
  });

  test('a repeated request creates one empresa, and an id of another empresa is refused', async () => {
    const [ana, bruno] = [await anEmpresa(), await anEmpresa()];
    const body = { id: randomUUID(), nome: 'Boreal' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => ana.post('/api/empresas', body)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    expect(await own(ana)).toHaveLength(2);
    expect((await ana.post('/api/empresas', { id: bruno.empresaId, nome: 'Minha' })).statusCode).toBe(409);
    expect(await own(ana)).toHaveLength(2);
    expect(await read(bruno)).toMatchObject({ nome: 'Ana Souza' });
  });

  test('one person owns at most 50 empresas', async () => {
    const ana = await anEmpresa();
    await sql(
      `with made as (insert into empresas (nome) select 'E' from generate_series(1, 49) returning id)
       insert into membros (empresa_id, user_id, papel) select id, $1, 'dono' from made`,
      [ana.userId],
    );
    const refused = await ana.post('/api/empresas', { id: randomUUID(), nome: 'Mais uma' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().mensagem).toMatch(/até 50 empresas/);
  });

  test('two tabs of one session write into two empresas', async () => {
    const ana = await anEmpresa();
    const id = await aSecondEmpresa(ana);
    const [first, second] = [tabOf(ana, ana.empresaId), tabOf(ana, id)];
    await first.post('/api/marcas', marca('Bosch'));
    await second.post('/api/marcas', marca('NGK'));
    const names = async (tab: typeof first) =>
      (await tab.get('/api/marcas')).json().itens.map(({ nome }: { nome: string }) => nome);
    expect([await names(first), await names(second)]).toEqual([['Bosch'], ['NGK']]);
    expect((await second.get('/api/sessoes/atual')).json().sessao.empresa.id).toBe(id);
    expect((await first.get('/api/sessoes/atual')).json().sessao.empresa.id).toBe(ana.empresaId);
  });

  test('a request without a named empresa reaches the one that the session chose last', async () => {
    const ana = await anEmpresa();
    const id = await aSecondEmpresa(ana);
    expect((await read(ana)).id).toBe(ana.empresaId);
    expect((await ana.put('/api/sessoes/atual/empresa', { id })).statusCode).toBe(204);
    expect((await read(ana)).id).toBe(id);
    expect((await ana.get('/api/sessoes/atual')).json().sessao.empresa.id).toBe(id);
  });

  test('a tab of an empresa that the person has left is refused, and the session lives on in another', async () => {
    const [ana, bruno] = [await anEmpresa(), await anEmpresa('Bruno Lima')];
    await sql("insert into membros (empresa_id, user_id, papel) values ($1, $2, 'vendas')", [
      ...[ana.empresaId, bruno.userId],
    ]);
    const tab = tabOf(bruno, ana.empresaId);
    expect((await tab.get('/api/marcas')).statusCode).toBe(200);
    await sql('delete from membros where empresa_id = $1 and user_id = $2', [ana.empresaId, bruno.userId]);
    const refused = await tab.get('/api/marcas');
    expect(refused.statusCode).toBe(403);
    expect(refused.json().codigo).toBe('not_a_membro');
    expect((await tab.get('/api/sessoes/atual')).json().sessao.empresa.id).toBe(bruno.empresaId);
    expect((await bruno.put('/api/sessoes/atual/empresa', { id: ana.empresaId })).statusCode).toBe(403);
  });

  test.each(['nao-e-um-id', randomUUID(), ''])(
    'a request that names the empresa %j is refused',
    async (id) => {
      const refused = await tabOf(await anEmpresa(), id).get('/api/marcas');
      expect(refused.statusCode).toBe(403);
      expect(refused.json().codigo).toBe('not_a_membro');
    },
  );

  test('a caller without a session learns of no empresa', async () => {
    expect((await stranger().get('/api/empresas')).statusCode).toBe(401);
  });
});
