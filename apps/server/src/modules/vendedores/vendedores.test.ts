import {
  ACCENTED,
  INCOMPLETE,
  TOO_LONG,
  TOO_SHORT,
  VALID_CPF,
  WRONG_CPF,
} from '@prumo/contract/documento.vectors.ts';
import type { Vendedor, VendedorInput } from '@prumo/contract/vendedores.ts';
import { describe, expect, test } from 'vitest';
import { columnsIn, registerAt } from '#testing/register.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, sql } = await testApp();

const vendedores = registerAt<Vendedor, VendedorInput>('/api/vendedores', {
  nome: 'Carlos Lima',
  cpf: '529.982.247-25',
  comissao: null,
  email: 'carlos@exemplo.com.br',
  cep: null,
  numero: null,
  endereco: null,
  bairro: null,
  cidade: null,
  estado: null,
});

const full = {
  nome: 'Beatriz Conceição',
  cpf: '111.444.777-35',
  comissao: '7.25',
  email: 'bia@exemplo.com.br',
  cep: '80010-000',
  numero: '100',
  endereco: 'Rua XV de Novembro',
  bairro: 'Centro',
  cidade: 'Curitiba',
  estado: 'pr',
};
const stored = { ...full, cpf: '11144477735', cep: '80010000', estado: 'PR' };
const OPTIONAL = ['cep', 'numero', 'endereco', 'bairro', 'cidade', 'estado'];

describe('creating', () => {
  test('[VEND-12] [PERM-07] stores the sent values, with the signed-in user as user_id', async () => {
    const ana = await anEmpresa();
    const vendedor = await vendedores.create(ana, full);
    const [row] = await sql('select * from vendedores where id = $1', [vendedor.id]);
    expect(row).toMatchObject({ ...stored, empresa_id: ana.empresaId, user_id: ana.userId });
    expect(await vendedores.read(ana, vendedor)).toMatchObject(stored);
    expect(vendedor.avisos).toEqual([]);
  });

  test('stores empty fields as null', async () => {
    const ana = await anEmpresa();
    for (const empty of ['', '   ', null])
      expect(
        await vendedores.create(ana, Object.fromEntries(OPTIONAL.map((field) => [field, empty]))),
      ).toMatchObject(Object.fromEntries(OPTIONAL.map((field) => [field, null])));
  });

  test.each([
    ['[VEND-05]', { nome: '' }, { nome: 'Nome é obrigatório' }],
    ['[VEND-05]', { nome: '   ' }, { nome: 'Nome é obrigatório' }],
    ['[VEND-06]', { cpf: '' }, { cpf: 'CPF inválido' }],
    ['[VEND-06]', { cpf: TOO_SHORT }, { cpf: 'CPF inválido' }],
    ['[VEND-06]', { cpf: TOO_LONG }, { cpf: 'CPF inválido' }],
    ['[VEND-06]', { cpf: '529.982.247-255' }, { cpf: 'CPF inválido' }],
    ['', { cpf: ACCENTED }, { cpf: 'Use só letras sem acento e números.' }],
    ['[VEND-07]', { email: '' }, { email: 'Email inválido' }],
    ['[VEND-07]', { email: 'carlos@' }, { email: 'Email inválido' }],
    ['', { cep: '8001A000' }, { cep: 'Use só números no CEP.' }],
    [
      '',
      { nome: '', cpf: '', email: '' },
      { nome: 'Nome é obrigatório', cpf: 'CPF inválido', email: 'Email inválido' },
    ],
  ])('%s %j is refused', async (_, input, sentences) => {
    const ana = await anEmpresa();
    expect(await vendedores.refusal(ana, input)).toEqual(sentences);
    expect(await vendedores.list(ana)).toEqual([]);
  });

  test.each([
    ['[VEND-05] nome', 'nome', 'x'.repeat(200), 'Use até 200 caracteres.'],
    ['[VEND-09] cep', 'cep', '80010-000', 'Use até 9 caracteres.'],
    ['[VEND-09] endereco', 'endereco', 'x'.repeat(255), 'Use até 255 caracteres.'],
    ['[VEND-09] numero', 'numero', 'x'.repeat(20), 'Use até 20 caracteres.'],
    ['[VEND-09] bairro', 'bairro', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['[VEND-09] cidade', 'cidade', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['[VEND-09] estado', 'estado', 'XX', 'Use a sigla do estado, com 2 letras.'],
    ['email', 'email', `${'a'.repeat(242)}@exemplo.com`, 'Email inválido'],
  ])('%s accepts its maximum number of characters and not one more', async (_, field, longest, sentence) => {
    const ana = await anEmpresa();
    const { id } = await vendedores.create(ana, { [field]: longest });
    const [row] = await sql(`select ${field} as value from vendedores where id = $1`, [id]);
    expect(row?.value).toBe(longest.replace('-', ''));
    expect(await vendedores.refusal(ana, { [field]: `${longest}${longest[0]}` })).toEqual({
      [field]: sentence,
    });
  });

  test('[VEND-17] a row has the specified columns', async () => {
    expect(await columnsIn(sql, 'vendedores')).toMatchObject({
      ...Object.fromEntries(
        ['id', 'user_id', 'nome', 'cpf', 'email', 'created_at'].map((name) => [name, false]),
      ),
      ...Object.fromEntries(['comissao', ...OPTIONAL].map((name) => [name, true])),
    });
  });
});

describe('comissao', () => {
  test.each([
    ['0', '0.00'],
    ['5', '5.00'],
    ['7.5', '7.50'],
    ['0.01', '0.01'],
    ['99.99', '99.99'],
    ['100', '100.00'],
    [null, null],
  ])('[VEND-08] %j is stored exactly and read back as %j, everywhere', async (sent, kept) => {
    const ana = await anEmpresa();
    const vendedor = await vendedores.create(ana, { comissao: sent });
    expect(vendedor.comissao).toBe(kept);
    expect((await vendedores.read(ana, vendedor)).comissao).toBe(kept);
    expect((await vendedores.list(ana))[0]?.comissao).toBe(kept);
    expect((await vendedores.change(ana, vendedor, { comissao: sent })).comissao).toBe(kept);
    const [row] = await sql(
      'select comissao, pg_typeof(comissao)::text as type from vendedores where id = $1',
      [vendedor.id],
    );
    expect(row).toEqual({ comissao: kept, type: 'numeric' });
    await ana.delete(`${vendedores.path}/${vendedor.id}`);
    const trash = (await ana.get(`${vendedores.path}/lixeira`)).json();
    expect(trash.itens[0].registro.comissao).toBe(kept);
  });

  test.each(['-1', '100.01', '101', '7.255', '7,5', 'cinco', ''])('%j is refused', async (comissao) => {
    expect(await vendedores.refusal(await anEmpresa(), { comissao })).toEqual({
      comissao: 'Informe de 0 a 100, com até duas casas decimais.',
    });
  });
});

describe('cpf', () => {
  test('[VEND-06] a valid CPF is stored bare and gives no warning', async () => {
    for (const cpf of VALID_CPF) {
      const bare = cpf.replaceAll(/\D/g, '');
      for (const form of [cpf, bare]) {
        const ana = await anEmpresa();
        expect(await vendedores.create(ana, { cpf: form })).toMatchObject({ cpf: bare, avisos: [] });
      }
    }
  });

  test('a wrong CPF is saved with a warning', async () => {
    const cases = [
      ...WRONG_CPF.map((cpf) => [cpf, 'Este CPF não confere. Verifique os números digitados.']),
      ...[...INCOMPLETE.slice(0, 1), ...INCOMPLETE.slice(2), '12.abc.34501d'].map((cpf) => [
        cpf,
        'CPF incompleto: são 11 números.',
      ]),
    ];
    for (const [cpf = '', mensagem] of cases)
      expect(await vendedores.create(await anEmpresa(), { cpf })).toMatchObject({
        cpf: cpf.replaceAll(/[.]/g, '').toUpperCase(),
        avisos: [{ campo: 'cpf', mensagem }],
      });
  });

  test('a CPF that another vendedor of the empresa has gives a warning with that vendedor’s name', async () => {
    const ana = await anEmpresa();
    await vendedores.create(await anEmpresa(), { nome: 'De outra empresa' });
    const first = await vendedores.create(ana, { nome: 'Carlos Lima' });
    expect(first.avisos).toEqual([]);
    const second = await vendedores.create(ana, { nome: 'Carlos L.', cpf: '52998224725' });
    const twin = { campo: 'cpf', mensagem: 'Já existe outro vendedor com este CPF: Carlos Lima.' };
    expect(second.avisos).toEqual([twin]);
    expect(await vendedores.change(ana, second, { nome: 'C. Lima' })).toMatchObject({ avisos: [twin] });
    await ana.delete(`${vendedores.path}/${first.id}`);
    expect(await vendedores.change(ana, { ...second, versao: 2 }, {})).toMatchObject({ avisos: [] });
  });
});

test('an incomplete CEP is saved with a warning', async () => {
  expect(await vendedores.create(await anEmpresa(), { cep: '8001' })).toMatchObject({
    cep: '8001',
    avisos: [{ campo: 'cep', mensagem: 'CEP incompleto: são 8 números.' }],
  });
});

describe('listing', () => {
  test('[VEND-11] a list is newest first, with all fields', async () => {
    const ana = await anEmpresa();
    for (const nome of ['Primeiro', 'Segundo', 'Terceiro']) await vendedores.create(ana, { ...full, nome });
    const page = await vendedores.list(ana);
    expect(page.map(({ nome }) => nome)).toEqual(['Terceiro', 'Segundo', 'Primeiro']);
    expect(page[0]).toEqual({
      ...stored,
      nome: 'Terceiro',
      id: expect.any(String),
      user_id: ana.userId,
      versao: 1,
      created_at: expect.any(String),
    });
  });

  test('a search finds name, e-mail and CPF, masked, bare or in part', async () => {
    const ana = await anEmpresa();
    await vendedores.create(ana, { nome: 'João da Conceição', email: 'jc@loja.com.br' });
    await vendedores.create(ana, { nome: 'Outra', cpf: '111.444.777-35', email: 'x@exemplo.com' });
    for (const busca of [
      'joao',
      'CONCEICAO',
      'jc@loja',
      'LOJA.COM',
      '529.982.247-25',
      '52998224725',
      '982.247',
      '98224',
    ])
      expect(await vendedores.search(ana, busca), busca).toMatchObject([{ nome: 'João da Conceição' }]);
    expect(await vendedores.search(ana, '529.982.247-26')).toEqual([]);
  });
});

test('a change writes every field of that vendedor alone, by the rules of a new one', async () => {
  const ana = await anEmpresa();
  const vendedor = await vendedores.create(ana);
  const { avisos, ...other } = await vendedores.create(ana, { nome: 'Outro', cpf: '123.456.789-09' });
  expect(await vendedores.change(ana, vendedor, full)).toMatchObject({
    ...stored,
    id: vendedor.id,
    versao: 2,
  });
  expect(await vendedores.read(ana, vendedor)).toMatchObject(stored);
  expect(await vendedores.read(ana, other)).toEqual(other);
  const refused = await ana.put(`${vendedores.path}/${vendedor.id}`, { ...full, cpf: '1', versao: 2 });
  expect(refused.json().campos).toEqual({ cpf: 'CPF inválido' });
});
