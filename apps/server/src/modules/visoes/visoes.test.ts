import { LISTAS, LISTAS_DE_PESSOAS, MAX_VISOES, type Visao } from '@prumo/contract/visoes.ts';
import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague } = await testApp();

const exibicao = {
  densidade: 'compacta',
  segunda_linha: true,
  colunas: [{ nome: 'Marca', visivel: false, largura: 120 }],
};
const input = { nome: 'Sem foto', compartilhada: false, endereco: { foto: 'sem', ordem: 'nome' }, exibicao };
const LIST = '/api/visoes?lista=produtos';

const listed = async (client: Client): Promise<Visao[]> => (await client.get(LIST)).json().itens;
async function made(client: Client, changes: object = {}): Promise<Visao> {
  const response = await client.post('/api/visoes', { lista: 'produtos', ...input, ...changes });
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

test('a view keeps its name, filters, order and columns, and is read back by its person', async () => {
  const ana = await anEmpresa();
  const visao = await made(ana);
  expect(visao).toEqual({ id: visao.id, ...input, minha: true });
  expect(await listed(ana)).toEqual([visao]);
  const changed = { ...input, nome: 'Baixo', endereco: {} };
  expect((await ana.put(`/api/visoes/${visao.id}`, changed)).json()).toEqual({ ...visao, ...changed });
  expect((await ana.delete(`/api/visoes/${visao.id}`)).statusCode).toBe(204);
  expect(await listed(ana)).toEqual([]);
});

test('a colleague sees only a shared view, and can neither change nor delete it', async () => {
  const ana = await anEmpresa();
  const bia = await aColleague(ana, 'Bia Souza', 'consulta');
  await made(ana, { nome: 'Só minha' });
  const shared = await made(ana, { nome: 'Da equipe', compartilhada: true });
  const own = await made(bia, { nome: 'Da equipe' });
  expect(await listed(bia)).toEqual([own, { ...shared, minha: false }]);
  expect((await bia.put(`/api/visoes/${shared.id}`, input)).statusCode).toBe(404);
  expect((await bia.delete(`/api/visoes/${shared.id}`)).statusCode).toBe(404);
  expect(await listed(ana)).toHaveLength(2);
  expect(await listed(await anEmpresa())).toEqual([]);
});

test('a name is used once, and the number of views has a limit', async () => {
  const ana = await anEmpresa();
  await made(ana);
  const twice = await ana.post('/api/visoes', { lista: 'produtos', ...input });
  expect(twice.statusCode).toBe(409);
  expect(twice.json().campos).toEqual({ nome: 'Você já tem uma aba com este nome. Use outro.' });
  const unnamed = await ana.post('/api/visoes', { lista: 'produtos', ...input, nome: '  ' });
  expect(unnamed.json().campos).toEqual({ nome: 'Dê um nome à aba' });
  for (let n = 1; n < MAX_VISOES; n++) await made(ana, { nome: `Aba ${n}` });
  const refused = await ana.post('/api/visoes', { lista: 'produtos', ...input, nome: 'Mais uma' });
  expect(refused.statusCode).toBe(409);
  expect(refused.json().mensagem).toContain(`Você já tem ${MAX_VISOES} abas`);
});

test('the list outside its views is shown as each person wants it', async () => {
  const ana = await anEmpresa();
  const bia = await aColleague(ana, 'Bia Souza', 'vendas');
  const shown = async (client: Client) => (await client.get(LIST)).json().exibicao;
  expect(await shown(ana)).toBeNull();
  for (const densidade of ['compacta', 'confortavel']) {
    const wanted = { ...exibicao, densidade };
    const saved = await ana.put('/api/visoes/exibicao', { lista: 'produtos', exibicao: wanted });
    expect(saved.statusCode).toBe(204);
    expect(await shown(ana)).toEqual(wanted);
  }
  expect(await shown(bia)).toBeNull();
  await ana.put('/api/visoes/exibicao', { lista: 'produtos', exibicao: null });
  expect(await shown(ana)).toBeNull();
});

test('every list has its own views and its own way to be shown', async () => {
  const ana = await anEmpresa();
  for (const lista of LISTAS) {
    await made(ana, { lista, nome: lista, endereco: { ordem: 'nome' } });
    expect((await ana.put('/api/visoes/exibicao', { lista, exibicao })).statusCode).toBe(204);
  }
  for (const lista of LISTAS) {
    const { itens, exibicao: shown } = (await ana.get(`/api/visoes?lista=${lista}`)).json();
    expect(itens).toMatchObject([{ nome: lista }]);
    expect(shown).toEqual(exibicao);
  }
  expect((await ana.get('/api/visoes?lista=senhas')).statusCode).toBe(422);
});

test('a view of a list of people refuses the text of a search, when it is made and when it is changed', async () => {
  const ana = await anEmpresa();
  const endereco = { busca: 'Maria Rocha' };
  for (const lista of LISTAS_DE_PESSOAS) {
    const refused = await ana.post('/api/visoes', { ...input, lista, endereco });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().mensagem).toContain('não guarda a busca');
    const { id } = await made(ana, { lista, endereco: { ordem: 'nome' } });
    expect((await ana.put(`/api/visoes/${id}`, { ...input, endereco })).statusCode).toBe(422);
  }
  await made(ana, { lista: 'marcas', endereco });
});
