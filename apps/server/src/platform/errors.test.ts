import { describe, expect, test } from 'vitest';
import { AppError, type Explanations, isConnectionLost, toAppError } from './errors.ts';

const explanations: Explanations = {
  marcas_nome_check: { field: 'nome', message: 'Use de 1 a 100 caracteres no nome.' },
  produtos_marca_fkey: { message: 'Esta marca está em uso por produtos.' },
};

const databaseError = (code: string, message: string, constraint?: string) =>
  Object.assign(new Error(message), { code, ...(constraint && { constraint }) });

test.each([
  ['25006', 'cannot execute INSERT in a read-only transaction'],
  ['0A000', 'cannot access temporary or unlogged relations during recovery'],
])('error %s of a read-only server counts as unavailable, and its connection as lost', (code, message) => {
  const error = databaseError(code, message);
  expect(toAppError(error, explanations)).toMatchObject({ code: 'unavailable' });
  expect(isConnectionLost(error)).toBe(true);
  expect(isConnectionLost(databaseError('0A000', 'cross-database references are not implemented'))).toBe(
    false,
  );
});

test.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'ECONNABORTED'])(
  'a read that ends with %s because the machine of the database is gone counts as unavailable, and its connection as lost',
  (code) => {
    const error = Object.assign(new Error(`read ${code}`), { code, errno: -110, syscall: 'read' });
    expect(toAppError(error, explanations)).toMatchObject({ code: 'unavailable' });
    expect(isConnectionLost(error)).toBe(true);
  },
);

describe('a constraint violation gets the message of its constraint', () => {
  test('whose name PostgreSQL puts in `constraint`', () => {
    const error = toAppError(databaseError('23514', 'violates', 'marcas_nome_check'), explanations);
    expect(error).toMatchObject({
      code: 'invalid',
      details: { campos: { nome: 'Use de 1 a 100 caracteres no nome.' } },
    });
  });

  test.each([
    [
      'new row for relation "marcas_102303" violates check constraint "marcas_nome_check"',
      '23514',
      'invalid',
    ],
    [
      'update or delete on table "marcas_102303" violates foreign key constraint "produtos_marca_fkey_102311" on table "produtos_102311"',
      '23503',
      'conflict',
    ],
  ])('that Citus names only in the message: %s', (message, sqlstate, code) => {
    expect(toAppError(databaseError(sqlstate, message), explanations)).toMatchObject({ code });
  });

  test('a foreign key has one message for a missing target and another for a target in use', () => {
    const both: Explanations = {
      categorias_parent_fkey: {
        field: 'parent_id',
        message: 'Escolha outra categoria.',
        inUse: 'Tem subcategorias.',
      },
    };
    expect(toAppError(databaseError('23503', 'missing', 'categorias_parent_fkey'), both)).toMatchObject({
      code: 'conflict',
      message: 'Escolha outra categoria.',
      details: { campos: { parent_id: 'Escolha outra categoria.' } },
    });
    expect(toAppError(databaseError('23001', 'restricted', 'categorias_parent_fkey'), both)).toMatchObject({
      code: 'conflict',
      message: 'Tem subcategorias.',
      details: {},
    });
    // Without `inUse` one message serves both cases.
    expect(
      toAppError(databaseError('23001', 'restricted', 'produtos_marca_fkey'), explanations),
    ).toMatchObject({ code: 'conflict', message: 'Esta marca está em uso por produtos.' });
  });

  test('a violation without a message is unexpected, and the person does not see its text', () => {
    const error = toAppError(databaseError('23505', 'Key (email)=(a@b.c) exists', 'outra_key'), explanations);
    expect(error.code).toBe('unexpected');
    expect(error.message).not.toContain('a@b.c');
  });
});

test.each([
  ['57P01', 'terminating connection due to administrator command', 'unavailable'],
  ['57P03', 'the database system is starting up', 'unavailable'],
  ['53300', 'too many connections', 'unavailable'],
  ['57014', 'canceling statement due to statement timeout', 'unavailable'],
  ['55P03', 'canceling statement due to lock timeout', 'unavailable'],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432', 'unavailable'],
  ['PR401', 'no such session', 'unauthenticated'],
  ['40P01', 'deadlock detected', 'conflict'],
  ['22P02', 'invalid input syntax for type uuid', 'invalid'],
  ['42P01', 'relation does not exist', 'unexpected'],
])('%s becomes %s', (sqlstate, message, code) => {
  const error = toAppError(databaseError(sqlstate, message), {});
  expect(error).toBeInstanceOf(AppError);
  expect(error.code).toBe(code);
  expect(error.message).toMatch(/[a-zà-ú]\.$/);
});

test('any thrown value becomes an unexpected error', () => {
  for (const thrown of [undefined, null, 'texto', 7, {}])
    expect(toAppError(thrown, {}).code).toBe('unexpected');
});
