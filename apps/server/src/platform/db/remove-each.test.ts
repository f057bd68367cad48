import { randomUUID } from 'node:crypto';
import type { Excluidos } from '@prumo/contract/remove-several.ts';
import { describe, expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { registersOf } from '#testing/registers.ts';
import { aProduto, formOf } from '#testing/stock.ts';
import { testApp } from '#testing/test-app.ts';

const prumo = await testApp();
const { app, anEmpresa, aColleague, stranger, sql } = prumo;

/** A value that every text field accepts, a documento and an e-mail included. */
const TEXT = 'registro-1234';

const hasRoute = (url: string) => app.routeInventory.some((route) => route.url === `${url}/excluir`);
const registers = (await registersOf(prumo)).filter(({ url }) => hasRoute(url));

async function removed(client: Client, url: string, ids: readonly string[]): Promise<Excluidos> {
  const response = await client.post(`${url}/excluir`, { ids });
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
}

async function undo(client: Client, lote: string, registroId = '') {
  const query = registroId && `?registro_id=${registroId}`;
  return client.post(`/api/historico/${lote}/desfazer${query}`);
}

const idsIn = async (client: Client, url: string): Promise<string[]> =>
  (await client.get(url)).json().itens.map(({ id }: { id: string }) => id);

async function aMarca(client: Client, nome: string): Promise<string> {
  return (await client.post('/api/marcas', { nome, descricao: null, logo_url: null })).json().id;
}

async function aCategoria(client: Client, nome: string, parent_id: string | null = null): Promise<string> {
  return (await client.post('/api/categorias', { nome, descricao: null, parent_id })).json().id;
}

test('five registers delete several records; depositos and produtos have rules of their own', () => {
  expect(registers.map(({ table }) => table).sort()).toEqual(
    ['marcas', 'categorias', 'clientes', 'fornecedores', 'vendedores'].sort(),
  );
});

describe.each(registers)('$table', ({ url, table, input }) => {
  async function records(client: Client, many: number): Promise<string[]> {
    const ids: string[] = [];
    for (let n = 0; n < many; n++) {
      const response = await client.post(url, { ...(await input(client, TEXT)), nome: `Registro ${n}` });
      expect(response.statusCode, response.body).toBe(201);
      ids.push(response.json().id);
    }
    return ids;
  }

  test('several records are deleted as one lote, and one undo brings all of them back', async () => {
    const ana = await anEmpresa();
    const [kept, ...gone] = await records(ana, 4);
    const { lote, excluidos, recusas } = await removed(ana, url, gone);
    expect(recusas).toEqual([]);
    expect([...excluidos].sort()).toEqual([...gone].sort());
    expect(await idsIn(ana, url)).toEqual([kept]);
    const lines = await sql('select operacao, tabela from historico where empresa_id = $1 and lote = $2', [
      ...[ana.empresaId, lote],
    ]);
    expect(lines).toEqual(gone.map(() => ({ operacao: 'D', tabela: table })));
    expect((await undo(ana, lote)).statusCode).toBe(200);
    expect((await idsIn(ana, url)).sort()).toEqual([String(kept), ...gone].sort());
  });

  test('the deletion needs the right of the single deletion, and a session', async () => {
    const ana = await anEmpresa();
    const ids = await records(ana, 1);
    const rui = await aColleague(ana, 'Rui', 'consulta');
    const refused = await rui.post(`${url}/excluir`, { ids });
    expect(refused.statusCode).toBe(403);
    expect(refused.statusCode).toBe((await rui.delete(`${url}/${ids[0]}`)).statusCode);
    expect((await stranger().post(`${url}/excluir`, { ids })).statusCode).toBe(401);
    expect(await idsIn(ana, url)).toEqual(ids);
  });

  test('a record of another empresa is not found and stays', async () => {
    const [ana, bruno] = [await anEmpresa(), await anEmpresa()];
    const [own] = await records(ana, 1);
    const foreign = await records(bruno, 1);
    const { excluidos, recusas } = await removed(ana, url, [...foreign, String(own)]);
    expect(excluidos).toEqual([own]);
    expect(recusas).toEqual([{ id: foreign[0], motivo: expect.stringMatching(/não encontrad[oa]\./) }]);
    expect(await idsIn(bruno, url)).toEqual(foreign);
  });

  test('a repeated request with its key deletes once and gets the same answer', async () => {
    const ana = await anEmpresa();
    const ids = await records(ana, 2);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await ana.post(`${url}/excluir`, { ids }, headers);
    const again = await ana.post(`${url}/excluir`, { ids }, headers);
    expect(again.json()).toEqual(first.json());
    expect(first.json().excluidos).toHaveLength(2);
  });

  test('a call names 1 to 100 ids, and an id twice counts once', async () => {
    const ana = await anEmpresa();
    const [id] = await records(ana, 1);
    for (const ids of [[], ['x'], Array.from({ length: 101 }, () => randomUUID())])
      expect((await ana.post(`${url}/excluir`, { ids })).statusCode).toBe(422);
    expect((await removed(ana, url, [String(id), String(id)])).excluidos).toEqual([id]);
  });
});

test('a used record stays with its sentence and its uses, and the others go', async () => {
  const ana = await anEmpresa();
  const free = await aMarca(ana, 'Livre');
  const { marca_id, fornecedor_id, categoria_id } = await aProduto(ana, { nome: 'Disco' });
  const marcas = await removed(ana, '/api/marcas', [marca_id, free]);
  expect(marcas.excluidos).toEqual([free]);
  expect(marcas.recusas).toEqual([
    {
      id: marca_id,
      motivo: expect.stringMatching(/ é a marca de 1 produto\. Mude a marca dele ou exclua-o antes\.$/),
      usos: [{ registros: 'produto', total: 1 }],
    },
  ]);
  for (const [url, id] of [
    ['/api/fornecedores', fornecedor_id],
    ['/api/categorias', categoria_id],
  ] as const) {
    const { excluidos, recusas } = await removed(ana, url, [id]);
    expect(excluidos).toEqual([]);
    expect(recusas[0]?.usos).toEqual([{ registros: 'produto', total: 1 }]);
    expect((await ana.get(`${url}/${id}`)).statusCode).toBe(200);
  }
});

test('a categoria goes together with its subcategorias in any order, and stays without them', async () => {
  const ana = await anEmpresa();
  const principal = await aCategoria(ana, 'Freios');
  const [disco, pastilha] = [
    await aCategoria(ana, 'Disco', principal),
    await aCategoria(ana, 'Pastilha', principal),
  ];
  const part = await removed(ana, '/api/categorias', [principal, disco]);
  expect(part.excluidos).toEqual([disco]);
  expect(part.recusas).toMatchObject([
    { id: principal, motivo: expect.stringContaining('Freios tem 1 subcategoria.') },
  ]);
  const { lote, excluidos } = await removed(ana, '/api/categorias', [principal, pastilha]);
  expect([...excluidos].sort()).toEqual([principal, pastilha].sort());
  expect((await undo(ana, lote)).statusCode).toBe(200);
  expect((await idsIn(ana, '/api/categorias')).sort()).toEqual([principal, pastilha].sort());
});

describe('the lixeira after a deletion of several', () => {
  test('one of them comes back alone, and the undo then brings the others', async () => {
    const ana = await anEmpresa();
    const ids = [await aMarca(ana, 'Bosch'), await aMarca(ana, 'NGK'), await aMarca(ana, 'Fremax')];
    const [bosch] = ids;
    const { lote } = await removed(ana, '/api/marcas', ids);
    expect((await undo(ana, lote, bosch)).statusCode).toBe(200);
    expect(await idsIn(ana, '/api/marcas')).toEqual([bosch]);
    const twice = await undo(ana, lote, bosch);
    expect(twice.statusCode).toBe(409);
    expect(twice.json().mensagem).toBe('Este registro já foi restaurado por Ana Souza.');
    expect((await undo(ana, lote)).statusCode).toBe(200);
    expect((await idsIn(ana, '/api/marcas')).sort()).toEqual([...ids].sort());
    expect((await undo(ana, lote)).statusCode).toBe(409);
  });

  test('a record that the lote did not delete does not come back with it', async () => {
    const ana = await anEmpresa();
    const ids = [await aMarca(ana, 'Bosch'), await aMarca(ana, 'NGK')];
    const other = await aMarca(ana, 'Fremax');
    await ana.delete(`/api/marcas/${other}`);
    const { lote } = await removed(ana, '/api/marcas', ids);
    expect((await undo(ana, lote, other)).statusCode).toBe(404);
    expect(await idsIn(ana, '/api/marcas')).toEqual([]);
  });
});

test('a marca that a produto begins to use meanwhile is refused or was deleted first, and no call fails', async () => {
  const ana = await anEmpresa();
  const seed = await aProduto(ana, { nome: 'Disco' });
  const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => aMarca(ana, `Marca ${n}`)));
  const { versao, ...input } = formOf(seed);
  const [deletion, saves] = await Promise.all([
    ana.post('/api/marcas/excluir', { ids }),
    Promise.all(ids.map((marca_id, n) => ana.post('/api/produtos', { ...input, marca_id, sku: `N-${n}` }))),
  ]);
  expect(deletion.statusCode, deletion.body).toBe(200);
  const { excluidos, recusas }: Excluidos = deletion.json();
  expect(excluidos.length + recusas.length).toBe(ids.length);
  for (const [n, save] of saves.entries())
    expect(save.statusCode, save.body).toBe(excluidos.includes(ids[n] ?? '') ? 409 : 201);
});
