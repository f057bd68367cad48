import type { Cliente, ClienteInput } from '@prumo/contract/clientes.ts';
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
import { describe, expect, test } from 'vitest';
import { columnsIn, registerAt } from '#testing/register.ts';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa, sql } = await testApp();

const clientes = registerAt<Cliente, ClienteInput>('/api/clientes', {
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
  senha: 'segredo',
  confirmar_senha: 'segredo',
});

const full = {
  nome: 'Oficina Conceição Ltda',
  cpf_cnpj: '12.abc.345/01de-35',
  nome_fantasia: 'Mecânica do Zé',
  inscricao_estadual: '123.456.789.110',
  cep: '80010-000',
  endereco: 'Rua XV de Novembro',
  numero: '100',
  complemento: 'Sala 2',
  bairro: 'Centro',
  cidade: 'Curitiba',
  estado: 'pr',
  email: 'oficina@exemplo.com.br',
};
const stored = { ...full, cpf_cnpj: '12ABC34501DE35', cep: '80010000', estado: 'PR' };
const OPTIONAL = [
  ...['nome_fantasia', 'inscricao_estadual', 'cep', 'endereco', 'numero', 'complemento', 'bairro'],
  ...['cidade', 'estado'],
];

describe('creating', () => {
  test('[CLIE-20] [PERM-07] stores the sent values, with the signed-in user as user_id', async () => {
    const ana = await anEmpresa();
    const cliente = await clientes.create(ana, full);
    const [row] = await sql('select * from clientes where id = $1', [cliente.id]);
    expect(row).toMatchObject({ ...stored, empresa_id: ana.empresaId, user_id: ana.userId });
    expect(row?.senha).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(cliente.avisos).toEqual([]);
  });

  test('[CLIE-15] stores an empty address, nome fantasia and inscrição estadual as null', async () => {
    const ana = await anEmpresa();
    for (const empty of ['', '   ', null]) {
      const { id } = await clientes.create(ana, Object.fromEntries(OPTIONAL.map((field) => [field, empty])));
      const [row] = await sql('select * from clientes where id = $1', [id]);
      expect(row).toMatchObject(Object.fromEntries(OPTIONAL.map((field) => [field, null])));
    }
  });

  test.each([
    ['[CLIE-09]', { nome: '' }, { nome: 'Nome é obrigatório' }],
    ['[CLIE-09]', { nome: '   ' }, { nome: 'Nome é obrigatório' }],
    ['[CLIE-10]', { cpf_cnpj: '' }, { cpf_cnpj: 'CPF/CNPJ é obrigatório' }],
    ['[CLIE-10]', { cpf_cnpj: TOO_SHORT }, { cpf_cnpj: 'CPF/CNPJ é obrigatório' }],
    ['', { cpf_cnpj: TOO_LONG }, { cpf_cnpj: 'Use até 14 caracteres.' }],
    ['', { cpf_cnpj: ACCENTED }, { cpf_cnpj: 'Use só letras sem acento e números.' }],
    ['[CLIE-11]', { email: '' }, { email: 'Email inválido' }],
    ['[CLIE-11]', { email: 'maria@exemplo' }, { email: 'Email inválido' }],
    ['', { cep: '8001A000' }, { cep: 'Use só números no CEP.' }],
  ])('%s %j is refused', async (_, input, sentences) => {
    const ana = await anEmpresa();
    expect(await clientes.refusal(ana, input)).toEqual(sentences);
    expect(await clientes.list(ana)).toEqual([]);
  });

  test.each([
    ['nome', 'x'.repeat(200), 'Use até 200 caracteres.'],
    ['nome_fantasia', 'x'.repeat(200), 'Use até 200 caracteres.'],
    ['inscricao_estadual', 'x'.repeat(20), 'Use até 20 caracteres.'],
    ['cep', '80010-000', 'Use até 9 caracteres.'],
    ['endereco', 'x'.repeat(255), 'Use até 255 caracteres.'],
    ['numero', 'x'.repeat(20), 'Use até 20 caracteres.'],
    ['complemento', 'x'.repeat(200), 'Use até 200 caracteres.'],
    ['bairro', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['cidade', 'x'.repeat(100), 'Use até 100 caracteres.'],
    ['estado', 'XX', 'Use a sigla do estado, com 2 letras.'],
    ['email', `${'a'.repeat(242)}@exemplo.com`, 'Email inválido'],
  ])('%s accepts its maximum number of characters and not one more', async (field, longest, sentence) => {
    const ana = await anEmpresa();
    const { id } = await clientes.create(ana, { [field]: longest });
    const [row] = await sql(`select ${field} as value from clientes where id = $1`, [id]);
    expect(row?.value).toBe(longest.replace('-', ''));
    expect(await clientes.refusal(ana, { [field]: `${longest}${longest[0]}` })).toEqual({
      [field]: sentence,
    });
  });

  test('[CLIE-27] a row has the specified columns', async () => {
    const required = ['id', 'user_id', 'nome', 'cpf_cnpj', 'email', 'created_at'];
    expect(await columnsIn(sql, 'clientes')).toMatchObject({
      ...Object.fromEntries(required.map((name) => [name, false])),
      ...Object.fromEntries([...OPTIONAL, 'senha'].map((name) => [name, true])),
    });
  });
});

describe('cpf_cnpj', () => {
  const bare = (documento: string) => documento.replaceAll(/[./-]/g, '');

  test('[CLIE-10] a valid documento, with or without mask, is stored bare and gives no warning', async () => {
    for (const documento of [...VALID_CNPJ, ...VALID_CPF])
      for (const form of [documento, bare(documento).toLowerCase()])
        expect(await clientes.create(await anEmpresa(), { cpf_cnpj: form })).toMatchObject({
          cpf_cnpj: bare(documento),
          avisos: [],
        });
  });

  test('a wrong or incomplete documento is stored bare, with a warning', async () => {
    const cases = [
      ...WRONG_CNPJ.map((each) => [each, 'Este CNPJ não confere. Verifique os caracteres digitados.']),
      ...WRONG_CPF.map((each) => [each, 'Este CPF não confere. Verifique os números digitados.']),
      ...INCOMPLETE.map((each) => [
        each,
        'Documento incompleto: um CPF tem 11 números e um CNPJ, 14 caracteres.',
      ]),
    ];
    for (const [cpf_cnpj = '', mensagem] of cases)
      expect(await clientes.create(await anEmpresa(), { cpf_cnpj })).toMatchObject({
        cpf_cnpj: bare(cpf_cnpj),
        avisos: [{ campo: 'cpf_cnpj', mensagem }],
      });
  });

  test('a documento that another cliente of the empresa has gives a warning with that cliente’s name', async () => {
    const ana = await anEmpresa();
    await clientes.create(await anEmpresa(), { nome: 'De outra empresa' });
    const first = await clientes.create(ana, full);
    expect(first.avisos).toEqual([]);
    const twin = {
      campo: 'cpf_cnpj',
      mensagem: 'Já existe outro cliente com este CPF/CNPJ: Oficina Conceição Ltda.',
    };
    const second = await clientes.create(ana, { cpf_cnpj: '12ABC34501DE35' });
    expect(second.avisos).toEqual([twin]);
    expect(await clientes.change(ana, second, { cpf_cnpj: full.cpf_cnpj })).toMatchObject({ avisos: [twin] });
    await ana.delete(`${clientes.path}/${first.id}`);
    const alone = await clientes.change(ana, { ...second, versao: 2 }, { cpf_cnpj: full.cpf_cnpj });
    expect(alone).toMatchObject({ avisos: [] });
  });

  test('an incomplete CEP gives a warning', async () => {
    const ana = await anEmpresa();
    const cep = { campo: 'cep', mensagem: 'CEP incompleto: são 8 números.' };
    const cliente = await clientes.create(ana, { cep: '8001' });
    expect(cliente).toMatchObject({ cep: '8001', avisos: [cep] });
    expect(await clientes.change(ana, cliente, { cep: '80010-00' })).toMatchObject({ avisos: [cep] });
  });
});

describe('reading', () => {
  test('[CLIE-19] the list shows six fields, newest first', async () => {
    const ana = await anEmpresa();
    for (const nome of ['Primeira', 'Segunda', 'Terceira']) await clientes.create(ana, { ...full, nome });
    const page = await clientes.list(ana);
    expect(page.map(({ nome }) => nome)).toEqual(['Terceira', 'Segunda', 'Primeira']);
    const { cpf_cnpj, email, cidade, estado } = stored;
    expect(page[0]).toEqual({ id: expect.any(String), nome: 'Terceira', cpf_cnpj, email, cidade, estado });
  });

  test('[CLIE-18] [ASVS 14.2.6] a cliente is read with every field but the senha', async () => {
    const ana = await anEmpresa();
    const cliente = await clientes.create(ana, full);
    expect(await clientes.read(ana, cliente)).toEqual({
      ...stored,
      id: cliente.id,
      user_id: ana.userId,
      versao: 1,
      created_at: expect.any(String),
    });
  });

  test('a search finds name, nome fantasia, e-mail and documento, masked, bare or in part', async () => {
    const ana = await anEmpresa();
    await clientes.create(ana, full);
    const cpf = await clientes.create(ana, { nome: 'João Antônio', email: 'joao@loja.com.br' });
    for (const busca of [
      ...['oficina conc', 'CONCEICAO', 'mecanica', 'do Zé', 'oficina@exemplo', '12.ABC.345/01DE-35'],
      ...['12abc34501de35', 'c345', '345/01de', '01DE-35'],
    ])
      expect(await clientes.search(ana, busca), busca).toMatchObject([{ nome: full.nome }]);
    for (const busca of ['joao', 'ANTÔNIO', 'loja.com', '529.982.247-25', '52998224725', '.247-', '8224'])
      expect(await clientes.search(ana, busca), busca).toMatchObject([{ id: cpf.id }]);
    expect(await clientes.search(ana, '529.982.247-26')).toEqual([]);
    // The search omits the city, because a person who types a city usually means a name.
    expect(await clientes.search(ana, 'curitiba')).toEqual([]);
  });
});

test('[CLIE-21] a change writes every field of that cliente alone, by the rules of a new one', async () => {
  const ana = await anEmpresa();
  const cliente = await clientes.create(ana);
  const { avisos, ...other } = await clientes.create(ana, { nome: 'Outro', cpf_cnpj: '111.444.777-35' });
  expect(await clientes.change(ana, cliente, full)).toMatchObject({ ...stored, id: cliente.id, versao: 2 });
  expect(await clientes.read(ana, cliente)).toMatchObject(stored);
  expect(await clientes.read(ana, other)).toEqual(other);
  const wrong = { ...clientes.blank, nome: '', cpf_cnpj: '1', email: 'x', versao: 2 };
  const refused = await ana.put(`${clientes.path}/${cliente.id}`, wrong);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().campos).toEqual({
    nome: 'Nome é obrigatório',
    cpf_cnpj: 'CPF/CNPJ é obrigatório',
    email: 'Email inválido',
  });
});
