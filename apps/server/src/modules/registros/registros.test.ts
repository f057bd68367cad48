import type { Registro } from '@prumo/contract/registros.ts';
import { expect, test } from 'vitest';
import type { Client } from '#testing/harness.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague } = await testApp();

const address = { cep: null, endereco: null, numero: null, complemento: null, bairro: null };
const place = { ...address, cidade: 'Curitiba', estado: 'PR' };
const email = 'sul@exemplo.com.br';
const { complemento: _, ...shortPlace } = place;

/** One record of this name in every register. */
const RECORDS: readonly [url: string, input: object][] = [
  ['/api/marcas', { descricao: null, logo_url: null }],
  ['/api/categorias', { descricao: null, parent_id: null }],
  [
    '/api/clientes',
    {
      ...{ ...place, cpf_cnpj: '52998224725', nome_fantasia: null, inscricao_estadual: null },
      ...{ email, senha: 'k7q2xz', confirmar_senha: 'k7q2xz' },
    },
  ],
  ['/api/fornecedores', { ...place, cpf_cnpj: '52998224725', email, telefone: null }],
  ['/api/vendedores', { ...shortPlace, cpf: '52998224725', email, comissao: null }],
  ['/api/depositos', { ...place, descricao: null, ativo: true }],
];

async function made(client: Client, url: string, input: object): Promise<{ id: string }> {
  const response = await client.post(url, input);
  expect(response.statusCode, response.body).toBe(201);
  return response.json();
}

async function search(client: Client, busca: string): Promise<Registro[]> {
  const response = await client.get(`/api/registros?busca=${encodeURIComponent(busca)}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().itens;
}

test('a search finds the records of every register by a part of their name, without accents', async () => {
  const ana = await anEmpresa();
  for (const [url, input] of RECORDS) await made(ana, url, { ...input, nome: 'Região Sul' });
  await made(ana, '/api/marcas', { nome: 'Bosch', descricao: null, logo_url: null });
  const found = await search(ana, 'regiao');
  expect(found.map(({ cadastro, nome, detalhe }) => [cadastro, nome, detalhe])).toEqual([
    ['marcas', 'Região Sul', null],
    ['categorias', 'Região Sul', null],
    ['clientes', 'Região Sul', 'Curitiba'],
    ['fornecedores', 'Região Sul', 'Curitiba'],
    ['vendedores', 'Região Sul', 'Curitiba'],
    ['depositos', 'Região Sul', 'Curitiba'],
  ]);
});

test('the parent tells two subcategorias of one name apart', async () => {
  const ana = await anEmpresa();
  for (const nome of ['Motor', 'Freios']) {
    const { id } = await made(ana, '/api/categorias', { nome, descricao: null, parent_id: null });
    await made(ana, '/api/categorias', { nome: 'Sensores', descricao: null, parent_id: id });
  }
  const found = await search(ana, 'sensores');
  expect(found.map(({ detalhe }) => detalhe).sort()).toEqual(['Freios', 'Motor']);
});

test('each register gives at most four records, sorted by name', async () => {
  const ana = await anEmpresa();
  for (const letter of 'fbdace')
    await made(ana, '/api/marcas', { nome: `Marca ${letter}`, descricao: null, logo_url: null });
  expect((await search(ana, 'marca')).map(({ nome }) => nome)).toEqual([
    'Marca a',
    'Marca b',
    'Marca c',
    'Marca d',
  ]);
});

test('a search finds nothing of another empresa, and an empty text finds nothing', async () => {
  const [ana, bruno] = [await anEmpresa(), await anEmpresa()];
  await made(bruno, '/api/marcas', { nome: 'Alheia', descricao: null, logo_url: null });
  expect(await search(ana, 'alheia')).toEqual([]);
  expect(await search(bruno, '')).toEqual([]);
});

test('every papel may search', async () => {
  const ana = await anEmpresa();
  await made(ana, '/api/marcas', { nome: 'Bosch', descricao: null, logo_url: null });
  expect(await search(await aColleague(ana, 'Rui', 'consulta'), 'bosch')).toHaveLength(1);
});
