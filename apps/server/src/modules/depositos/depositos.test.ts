import type { Deposito, DepositoInput } from '@prumo/contract/depositos.ts';
import { describe, expect, test } from 'vitest';
import { columnsIn, registerAt } from '#testing/register.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, sql } = await testApp();

const depositos = registerAt<Deposito, DepositoInput>('/api/depositos', {
  nome: 'Matriz',
  ativo: true,
  descricao: null,
  cep: null,
  estado: null,
  cidade: null,
  endereco: null,
  bairro: null,
  numero: null,
  complemento: null,
});

const full = {
  nome: 'Galpão 2',
  ativo: false,
  descricao: 'Peças pesadas',
  cep: '80010-000',
  estado: 'pr',
  cidade: 'Curitiba',
  endereco: 'Rua XV de Novembro',
  bairro: 'Centro',
  numero: '100',
  complemento: 'Fundos',
};
const stored = { ...full, cep: '80010000', estado: 'PR' };
const OPTIONAL = ['descricao', 'cep', 'estado', 'cidade', 'endereco', 'bairro', 'numero', 'complemento'];

describe('creating', () => {
  test('[DEPO-13] [PERM-07] stores the sent values, with the signed-in user as user_id', async () => {
    const ana = await anEmpresa();
    const deposito = await depositos.create(ana, full);
    const [row] = await sql('select * from depositos where id = $1', [deposito.id]);
    expect(row).toMatchObject({ ...stored, empresa_id: ana.empresaId, user_id: ana.userId });
    expect(await depositos.read(ana, deposito)).toMatchObject(stored);
  });

  test('[DEPO-07] makes an active deposito by default', async () => {
    const ana = await anEmpresa();
    const { ativo, ...untouched } = depositos.blank;
    expect((await ana.post(depositos.path, untouched)).json().ativo).toBe(true);
    expect((await depositos.create(ana, { ativo: false })).ativo).toBe(false);
    for (const wrong of ['sim', 1, null])
      expect((await ana.post(depositos.path, { ...untouched, ativo: wrong })).statusCode).toBe(422);
  });

  test('a change without ativo leaves it as it is', async () => {
    const ana = await anEmpresa();
    const { id } = await depositos.create(ana, { ativo: false });
    const { ativo, ...untouched } = depositos.blank;
    const changed = await ana.put(`${depositos.path}/${id}`, { ...untouched, versao: 1 });
    expect(changed.json()).toMatchObject({ ativo: false, versao: 2 });
  });

  test('stores empty fields as null', async () => {
    const ana = await anEmpresa();
    for (const empty of ['', '   ', null])
      expect(
        await depositos.create(ana, Object.fromEntries(OPTIONAL.map((field) => [field, empty]))),
      ).toMatchObject(Object.fromEntries(OPTIONAL.map((field) => [field, null])));
  });

  test('[DEPO-08] needs a name', async () => {
    const ana = await anEmpresa();
    for (const nome of ['', '  '])
      expect(await depositos.refusal(ana, { nome })).toEqual({ nome: 'Nome é obrigatório' });
    expect(await depositos.list(ana)).toEqual([]);
  });

  test.each([
    ['[DEPO-08] nome', 'nome', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['[DEPO-10] descricao', 'descricao', 'x'.repeat(500), 'Use até 500 caracteres.'],
    ['[DEPO-10] endereco', 'endereco', 'x'.repeat(200), 'Use até 200 caracteres.'],
    ['[DEPO-10] numero', 'numero', 'x'.repeat(20), 'Use até 20 caracteres.'],
    ['[DEPO-10] complemento', 'complemento', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['[DEPO-10] bairro', 'bairro', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['[DEPO-10] cidade', 'cidade', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['[DEPO-10] estado', 'estado', 'XX', 'Use a sigla do estado, com 2 letras.'],
    ['cep', 'cep', '80010-000', 'Use até 9 caracteres.'],
  ])('%s accepts its maximum number of characters and not one more', async (_, field, longest, sentence) => {
    const ana = await anEmpresa();
    const { id } = await depositos.create(ana, { [field]: longest });
    const [row] = await sql(`select ${field} as value from depositos where id = $1`, [id]);
    expect(row?.value).toBe(longest.replace('-', ''));
    expect(await depositos.refusal(ana, { [field]: `${longest}${longest[0]}` })).toEqual({
      [field]: sentence,
    });
  });

  test('saves an incomplete CEP with a warning, and refuses one with letters', async () => {
    const ana = await anEmpresa();
    expect((await depositos.create(ana, { cep: '80010-000' })).avisos).toEqual([]);
    expect(await depositos.create(ana, { cep: '8001' })).toMatchObject({
      cep: '8001',
      avisos: [{ campo: 'cep', mensagem: 'CEP incompleto: são 8 números.' }],
    });
    expect(await depositos.refusal(ana, { cep: 'abc' })).toEqual({ cep: 'Use só números no CEP.' });
  });

  test('[DEPO-21] a row has the specified columns', async () => {
    expect(await columnsIn(sql, 'depositos')).toMatchObject({
      id: false,
      user_id: false,
      nome: false,
      ativo: false,
      ...Object.fromEntries(OPTIONAL.map((field) => [field, true])),
    });
    const [column] = await sql(
      "select data_type, column_default from information_schema.columns where table_name = 'depositos' and column_name = 'ativo'",
    );
    expect(column).toEqual({ data_type: 'boolean', column_default: 'true' });
  });
});

describe('listing', () => {
  test('[DEPO-12] a list is in ascending order of nome, ignoring case and accents', async () => {
    const ana = await anEmpresa();
    for (const nome of ['Zona Sul', 'água Verde', 'Centro', 'Área 7'])
      await depositos.create(ana, { ...full, nome });
    const page = await depositos.list(ana);
    expect(page.map(({ nome }) => nome)).toEqual(['água Verde', 'Área 7', 'Centro', 'Zona Sul']);
    expect(page[0]).toEqual({
      ...stored,
      nome: 'água Verde',
      id: expect.any(String),
      user_id: ana.userId,
      versao: 1,
      created_at: expect.any(String),
    });
  });

  test('[DEPO-15] [PERM-09] the list for stock has only the active depositos of the empresa', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    await depositos.create(await anEmpresa(), { nome: 'De outra empresa' });
    await depositos.create(ana, { nome: 'Matriz' });
    await depositos.create(bruno, { nome: 'Filial' });
    const { id } = await depositos.create(ana, { nome: 'Fechado', ativo: false });
    const offered = async () => (await depositos.list(ana, '?ativo=true')).map(({ nome }) => nome);
    expect(await offered()).toEqual(['Filial', 'Matriz']);
    expect((await depositos.list(ana)).map(({ nome }) => nome)).toEqual(['Fechado', 'Filial', 'Matriz']);
    await ana.put(`${depositos.path}/${id}`, { ...depositos.blank, nome: 'Reaberto', versao: 1 });
    expect(await offered()).toEqual(['Filial', 'Matriz', 'Reaberto']);
    expect((await ana.get(`${depositos.path}?ativo=talvez`)).statusCode).toBe(422);
  });

  test('[DEPO-15] paging and searching the active depositos omits the others', async () => {
    const ana = await anEmpresa();
    for (let n = 1; n <= 5; n++) await depositos.create(ana, { nome: `Galpão ${n}`, ativo: n % 2 === 1 });
    const first = (await ana.get(`${depositos.path}?ativo=true&limite=2`)).json();
    expect(first).toMatchObject({ itens: [{ nome: 'Galpão 1' }, { nome: 'Galpão 3' }], total: null });
    const last = (await ana.get(`${depositos.path}?ativo=true&limite=2&cursor=${first.proximo}`)).json();
    expect(last).toMatchObject({ itens: [{ nome: 'Galpão 5' }], de: 3, total: 3, proximo: null });
    const back = (await ana.get(`${depositos.path}?ativo=true&limite=2&cursor=${last.anterior}`)).json();
    expect(back.itens).toEqual(first.itens);
    for (const [query, nomes] of [
      ['ativo=true&busca=galpao', ['Galpão 1', 'Galpão 3', 'Galpão 5']],
      ['ativo=true&busca=galpao&ordem=-nome', ['Galpão 5', 'Galpão 3', 'Galpão 1']],
      ['ativo=true&busca=galpao%202', []],
      ['busca=galpao%202', ['Galpão 2']],
    ] as const)
      expect((await depositos.list(ana, `?${query}`)).map(({ nome }) => nome)).toEqual(nomes);
  });

  test('a search finds name, description and city', async () => {
    const ana = await anEmpresa();
    await depositos.create(ana, { nome: 'Galpão Norte', descricao: 'Peças pesadas', cidade: 'São José' });
    await depositos.create(ana, { nome: 'Outro' });
    for (const busca of ['GALPAO', 'galpão n', 'pecas', 'sao jose'])
      expect(await depositos.search(ana, busca)).toHaveLength(1);
    expect(await depositos.search(ana, 'sul')).toEqual([]);
  });
});

test('[DEPO-14] a change writes every field of that deposito alone', async () => {
  const ana = await anEmpresa();
  const deposito = await depositos.create(ana);
  const other = await depositos.create(ana, { nome: 'Outro' });
  const changed = await depositos.change(ana, deposito, full);
  expect(changed).toMatchObject({ ...stored, id: deposito.id, versao: 2, created_at: deposito.created_at });
  expect(await depositos.read(ana, deposito)).toMatchObject(stored);
  const { avisos, ...untouched } = other;
  expect(await depositos.read(ana, other)).toEqual(untouched);
  const refused = await ana.put(`${depositos.path}/${deposito.id}`, { ...full, nome: ' ', versao: 2 });
  expect(refused.json().campos).toEqual({ nome: 'Nome é obrigatório' });
});
