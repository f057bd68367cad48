import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Cliente, ClienteInput, clientes } from './clientes.ts';

const input = {
  nome: 'Ana Souza',
  cpf_cnpj: '529.982.247-25',
  nome_fantasia: '',
  inscricao_estadual: null,
  cep: '80010-000',
  endereco: '',
  numero: '',
  complemento: '',
  bairro: '',
  cidade: '',
  estado: '',
  email: 'ana@exemplo.com.br',
  senha: 'segredo',
  confirmar_senha: 'segredo',
};

const forms: [string, z.ZodMiniType, object][] = [
  ['a new cliente', ClienteInput, input],
  ['a changed cliente', clientes.update.schema.body, { ...input, versao: 1 }],
];

describe.each(forms)('%s', (_, schema, body) => {
  test('is parsed with masks removed and empty texts as null', () => {
    expect(z.parse(schema, body)).toMatchObject({
      cpf_cnpj: '52998224725',
      cep: '80010000',
      nome_fantasia: null,
      estado: null,
    });
  });

  test.each([
    ['[CLIE-14] differs', 'segredo', 'segredos', { confirmar_senha: 'As senhas não coincidem' }],
    [
      '[CLIE-12] [CLIE-13] are both too short',
      'abcde',
      'abcd',
      { senha: 'Senha deve ter no mínimo 6 caracteres', confirmar_senha: 'Confirme a senha' },
    ],
    [
      '[CLIE-16] are blank',
      '',
      '',
      { senha: 'Senha deve ter no mínimo 6 caracteres', confirmar_senha: 'Confirme a senha' },
    ],
    [
      'differs and the first is too short',
      'abcde',
      'segredo',
      { senha: 'Senha deve ter no mínimo 6 caracteres', confirmar_senha: 'As senhas não coincidem' },
    ],
  ])(
    'is refused with one message per field when the confirmation %s',
    (_case, senha, confirmar_senha, said) => {
      expect(fieldsOf(schema, { ...body, senha, confirmar_senha })).toEqual(said);
    },
  );

  test('[CLIE-14] reports the wrong confirmation together with the errors of other fields', () => {
    expect(fieldsOf(schema, { ...body, nome: ' ', confirmar_senha: 'diferente' })).toEqual({
      nome: 'Nome é obrigatório',
      confirmar_senha: 'As senhas não coincidem',
    });
  });

  test('[FMT-08] accepts a senha of 6 to 128 characters', () => {
    const both = (senha: string) => fieldsOf(schema, { ...body, senha, confirmar_senha: senha });
    expect(both('seisss')).toEqual({});
    expect(both('x'.repeat(128))).toEqual({});
    expect(both('cinco')).toHaveProperty('senha', 'Senha deve ter no mínimo 6 caracteres');
    expect(both('x'.repeat(129))).toHaveProperty('senha', 'Use até 128 caracteres.');
    // The schema does not trim a password.
    expect(z.parse(schema, { ...body, senha: '  a b ', confirmar_senha: '  a b ' })).toMatchObject({
      senha: '  a b ',
    });
  });

  test('is refused with an unknown field', () => {
    expect(z.safeParse(schema, { ...body, user_id: 'x' }).success).toBe(false);
    expect(z.safeParse(schema, 'texto').success).toBe(false);
  });
});

test('an update without the version the form read is refused', () => {
  expect(fieldsOf(clientes.update.schema.body, input)).toHaveProperty('versao');
});

test('[CLIE-18] no response of a cliente contains a senha', () => {
  for (const schema of [Cliente, clientes.create.schema.response[201], clientes.update.schema.response[200]])
    expect(Object.keys(schema.shape).filter((name) => name.includes('senha'))).toEqual([]);
});

/** Returns the first message of each field, as the server answers it. */
function fieldsOf(schema: z.ZodMiniType, value: unknown): Record<string, string> {
  const said: Record<string, string> = {};
  for (const { path, message } of z.safeParse(schema, value).error?.issues ?? [])
    said[String(path[0])] ??= message;
  return said;
}

test.each([null, [], 'texto', 7])('%j is refused as a cliente without throwing', (value) => {
  expect(z.safeParse(ClienteInput, value).success).toBe(false);
});
