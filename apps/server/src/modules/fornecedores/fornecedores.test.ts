import {
  ACCENTED,
  INCOMPLETE,
  TOO_LONG,
  TOO_SHORT,
  VALID_CNPJ,
  VALID_CPF,
  WRONG_CNPJ,
  WRONG_CPF,
} from '@prumo/contract/documento.vectors.ts';
import type { Fornecedor, FornecedorInput } from '@prumo/contract/fornecedores.ts';
import { describe, expect, test } from 'vitest';
import { columnsIn, registerAt } from '#testing/register.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, aColleague, sql } = await testApp();

const fornecedores = registerAt<Fornecedor, FornecedorInput>('/api/fornecedores', {
  nome: 'Autopeças Aurora Ltda',
  cpf_cnpj: '19.131.243/0001-97',
  email: 'vendas@aurora.com.br',
  telefone: null,
  cep: null,
  endereco: null,
  numero: null,
  complemento: null,
  bairro: null,
  cidade: null,
  estado: null,
});

const full = {
  nome: 'Distribuidora Conceição',
  cpf_cnpj: '12.abc.345/01de-35',
  email: 'contato@conceicao.com.br',
  telefone: '(41) 98765-4321',
  cep: '80010-000',
  endereco: 'Rua XV de Novembro',
  numero: '100',
  complemento: 'Sala 2',
  bairro: 'Centro',
  cidade: 'Curitiba',
  estado: 'pr',
};
const stored = {
  ...full,
  cpf_cnpj: '12ABC34501DE35',
  telefone: '41987654321',
  cep: '80010000',
  estado: 'PR',
};
const OPTIONAL = ['telefone', 'cep', 'endereco', 'numero', 'complemento', 'bairro', 'cidade', 'estado'];

describe('creating', () => {
  test('[FORN-13] [PERM-07] stores the sent values, with the signed-in user as user_id', async () => {
    const ana = await anEmpresa();
    const fornecedor = await fornecedores.create(ana, full);
    const [row] = await sql('select * from fornecedores where id = $1', [fornecedor.id]);
    expect(row).toMatchObject({ ...stored, empresa_id: ana.empresaId, user_id: ana.userId });
    expect(await fornecedores.read(ana, fornecedor)).toMatchObject(stored);
    expect(fornecedor.avisos).toEqual([]);
  });

  test('[FORN-10] stores an empty phone and address as null', async () => {
    const ana = await anEmpresa();
    for (const empty of ['', '   ', null])
      expect(
        await fornecedores.create(ana, Object.fromEntries(OPTIONAL.map((field) => [field, empty]))),
      ).toMatchObject(Object.fromEntries(OPTIONAL.map((field) => [field, null])));
  });

  test.each([
    ['[FORN-07]', { nome: '' }, { nome: 'Nome é obrigatório' }],
    ['[FORN-07]', { nome: '   ' }, { nome: 'Nome é obrigatório' }],
    ['[FORN-08]', { cpf_cnpj: '' }, { cpf_cnpj: 'CPF/CNPJ é obrigatório' }],
    ['[FORN-08]', { cpf_cnpj: ' ./- ' }, { cpf_cnpj: 'CPF/CNPJ é obrigatório' }],
    ['', { cpf_cnpj: TOO_LONG }, { cpf_cnpj: 'Use até 14 caracteres.' }],
    ['', { cpf_cnpj: ACCENTED }, { cpf_cnpj: 'Use só letras sem acento e números.' }],
    ['[FORN-09]', { email: '' }, { email: 'Email inválido' }],
    ['[FORN-09]', { email: 'aurora.com.br' }, { email: 'Email inválido' }],
    ['', { telefone: '419876543210' }, { telefone: 'Use até 11 números, com o DDD.' }],
    ['', { telefone: 'ramal 12' }, { telefone: 'Use só números, com o DDD, de um telefone do Brasil.' }],
    ['', { cep: '8001A000' }, { cep: 'Use só números no CEP.' }],
  ])('%s %j is refused', async (_, input, sentences) => {
    const ana = await anEmpresa();
    expect(await fornecedores.refusal(ana, input)).toEqual(sentences);
    expect(await fornecedores.list(ana)).toEqual([]);
  });

  test.each([
    ['nome', 'x'.repeat(200), 'Use até 200 caracteres.'],
    ['cep', '80010-000', 'Use até 9 caracteres.'],
    ['endereco', 'x'.repeat(255), 'Use até 255 caracteres.'],
    ['numero', 'x'.repeat(20), 'Use até 20 caracteres.'],
    ['complemento', 'x'.repeat(200), 'Use até 200 caracteres.'],
    ['bairro', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['cidade', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['estado', 'XX', 'Use a sigla do estado, com 2 letras.'],
    ['telefone', '41987654321', 'Use até 11 números, com o DDD.'],
    ['email', `${'a'.repeat(242)}@exemplo.com`, 'Email inválido'],
  ])('%s accepts its maximum number of characters and not one more', async (field, longest, sentence) => {
    const ana = await anEmpresa();
    const { id } = await fornecedores.create(ana, { [field]: longest });
    const [row] = await sql(`select ${field} as value from fornecedores where id = $1`, [id]);
    expect(row?.value).toBe(longest.replace('-', ''));
    expect(await fornecedores.refusal(ana, { [field]: `${longest}${longest[0]}` })).toEqual({
      [field]: sentence,
    });
  });

  test('[FORN-18] a row has the specified columns', async () => {
    const required = ['id', 'user_id', 'nome', 'cpf_cnpj', 'email', 'created_at'];
    expect(await columnsIn(sql, 'fornecedores')).toMatchObject({
      ...Object.fromEntries(required.map((name) => [name, false])),
      ...Object.fromEntries(OPTIONAL.map((name) => [name, true])),
    });
  });
});

describe('cpf_cnpj', () => {
  const bare = (documento: string) => documento.replaceAll(/[./-]/g, '');

  test('a valid documento, with or without mask, is stored bare and gives no warning', async () => {
    for (const documento of [...VALID_CNPJ, ...VALID_CPF])
      for (const form of [documento, bare(documento), documento.toLowerCase()])
        expect(await fornecedores.create(await anEmpresa(), { cpf_cnpj: form })).toMatchObject({
          cpf_cnpj: bare(documento),
          avisos: [],
        });
  });

  test('a wrong or incomplete documento is stored bare, with a warning', async () => {
    const cases = [
      ...WRONG_CNPJ.map((each) => [each, 'Este CNPJ não confere. Verifique os caracteres digitados.']),
      ...WRONG_CPF.map((each) => [each, 'Este CPF não confere. Verifique os números digitados.']),
      ...[...INCOMPLETE, TOO_SHORT, '7'].map((each) => [
        each,
        'Documento incompleto: um CPF tem 11 números e um CNPJ, 14 caracteres.',
      ]),
    ];
    for (const [cpf_cnpj = '', mensagem] of cases)
      expect(await fornecedores.create(await anEmpresa(), { cpf_cnpj })).toMatchObject({
        cpf_cnpj: bare(cpf_cnpj),
        avisos: [{ campo: 'cpf_cnpj', mensagem }],
      });
  });

  test('a documento that another fornecedor of the empresa has gives a warning with that fornecedor’s name', async () => {
    const ana = await anEmpresa();
    await fornecedores.create(await anEmpresa(), { nome: 'De outra empresa' });
    const first = await fornecedores.create(ana);
    expect(first.avisos).toEqual([]);
    const twin = {
      campo: 'cpf_cnpj',
      mensagem: 'Já existe outro fornecedor com este CPF/CNPJ: Autopeças Aurora Ltda.',
    };
    const second = await fornecedores.create(ana, { nome: 'Aurora', cpf_cnpj: '19131243000197' });
    expect(second.avisos).toEqual([twin]);
    expect(await fornecedores.change(ana, second, { nome: 'Aurora filial' })).toMatchObject({
      avisos: [twin],
    });
    await ana.delete(`${fornecedores.path}/${first.id}`);
    expect(await fornecedores.change(ana, { ...second, versao: 2 }, {})).toMatchObject({ avisos: [] });
  });

  test('one answer carries all warnings', async () => {
    const ana = await anEmpresa();
    await fornecedores.create(ana, { cpf_cnpj: '123' });
    const { avisos } = await fornecedores.create(ana, { cpf_cnpj: '123', cep: '8001' });
    expect(avisos.map(({ campo }) => campo)).toEqual(['cpf_cnpj', 'cpf_cnpj', 'cep']);
    expect(avisos.at(-1)?.mensagem).toBe('CEP incompleto: são 8 números.');
  });
});

describe('listing', () => {
  test('[FORN-12] [PERM-09] a list has only the fornecedores of the empresa, newest first, with all fields', async () => {
    const ana = await anEmpresa();
    const bruno = await aColleague(ana);
    await fornecedores.create(await anEmpresa(), { nome: 'De outra empresa' });
    await fornecedores.create(ana, { ...full, nome: 'Primeiro' });
    await fornecedores.create(bruno, { ...full, nome: 'Segundo' });
    await fornecedores.create(ana, { ...full, nome: 'Terceiro' });
    for (const person of [ana, bruno])
      expect((await fornecedores.list(person)).map(({ nome, user_id }) => [nome, user_id])).toEqual([
        ['Terceiro', ana.userId],
        ['Segundo', bruno.userId],
        ['Primeiro', ana.userId],
      ]);
    expect((await fornecedores.list(ana))[0]).toEqual({
      ...stored,
      nome: 'Terceiro',
      id: expect.any(String),
      user_id: ana.userId,
      versao: 1,
      created_at: expect.any(String),
    });
  });

  test('a search finds name, e-mail and documento, masked, bare or in part', async () => {
    const ana = await anEmpresa();
    await fornecedores.create(ana, full);
    await fornecedores.create(ana, { nome: 'Outra' });
    for (const busca of [
      ...['conceicao', 'DISTRIBUIDORA CON', 'contato@conceicao', 'Conceicao.com'],
      ...['12.ABC.345/01DE-35', '12.abc.345/01de-35', '12ABC34501DE35', 'abc345', '345/01', '.345'],
    ])
      expect(await fornecedores.search(ana, busca), busca).toMatchObject([{ nome: full.nome }]);
    expect(await fornecedores.search(ana, '12.ABC.345/01DE-36')).toEqual([]);
  });
});

test('[FORN-06] a change writes every field of that fornecedor alone, by the rules of a new one', async () => {
  const ana = await anEmpresa();
  const fornecedor = await fornecedores.create(ana);
  const { avisos, ...other } = await fornecedores.create(ana, {
    nome: 'Outro',
    cpf_cnpj: '33.000.167/0001-01',
  });
  expect(await fornecedores.change(ana, fornecedor, full)).toMatchObject({
    ...stored,
    id: fornecedor.id,
    versao: 2,
  });
  expect(await fornecedores.read(ana, fornecedor)).toMatchObject(stored);
  expect(await fornecedores.read(ana, other)).toEqual(other);
  const refused = await ana.put(`${fornecedores.path}/${fornecedor.id}`, {
    ...full,
    nome: ' ',
    cpf_cnpj: '',
    email: '',
    versao: 2,
  });
  expect(refused.statusCode).toBe(422);
  expect(refused.json().campos).toEqual({
    nome: 'Nome é obrigatório',
    cpf_cnpj: 'CPF/CNPJ é obrigatório',
    email: 'Email inválido',
  });
});
