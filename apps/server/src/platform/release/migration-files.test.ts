import { expect, test } from 'vitest';
import { backfillOf, longChangeOf, parseMigration, readMigrations, stepsOf } from './migration-files.ts';

const file = (name: string, up: string) => parseMigration(name, `-- migrate:up\n${up}\n\n-- migrate:down\n`);
const DIRECTORY = new URL('../../../migrations', import.meta.url).pathname;

test('the part that goes up is read without its comments', () => {
  const read = parseMigration(
    '0204_contagem_idx.sql',
    '-- migrate:up transaction:false\n-- Why.\ncreate index concurrently a on b (c);\n\n-- migrate:down\ndrop index a;\n',
  );
  expect(read).toEqual({
    version: '0204',
    name: '0204_contagem_idx.sql',
    up: 'create index concurrently a on b (c);',
  });
});

test.each([
  ['create index concurrently a_idx on t (x)', { is: 'create', index: 'a_idx' }],
  ['create unique index concurrently if not exists a_idx on t (x);', { is: 'create', index: 'a_idx' }],
  ['drop index concurrently a_idx;', { is: 'drop', index: 'a_idx' }],
  ['alter table t validate constraint t_x;', { is: 'validate', constraint: 't_x' }],
  ['create index a_idx on t (x);', undefined],
  ['alter table t add constraint t_x check (x > 0) not valid;', undefined],
  ['create table t (x int);\ncreate index concurrently a_idx on t (x);', undefined],
])('%s is a long change or not', (up, expected) => {
  expect(longChangeOf(file('0001_a.sql', up))).toEqual(expected);
});

test('an update of a table is a backfill', () => {
  const up =
    "update produtos set x = (select m.nome from marcas m where m.id = produtos.marca_id), y = ' where ' where x is null or y = '';";
  expect(backfillOf(file('0001_a.sql', up))).toEqual({
    is: 'backfill',
    table: 'produtos',
    set: "x = (select m.nome from marcas m where m.id = produtos.marca_id), y = ' where '",
    condition: "x is null or y = ''",
  });
  expect(backfillOf(file('0001_a.sql', 'alter table produtos add column x text;'))).toBeUndefined();
});

test.each([
  ['no condition', 'update t set x = 1;'],
  ['a condition in a subquery alone', 'update t set x = (select y from u where u.id = t.id);'],
  ['a second table', 'update t set x = u.x from u where u.id = t.id;'],
  ['an alias', 'update t a set x = 1 where x is null;'],
  ['a second statement', 'update t set x = 1 where x is null; alter table t add column y int;'],
])('an update with %s is refused', (_, up) => {
  expect(() => backfillOf(file('0007_fill.sql', up))).toThrow('0007_fill.sql: a backfill is one statement');
});

test('files between long changes go to dbmate together, in their order', () => {
  const files = [
    file('0001_a.sql', 'create table t (x int);'),
    file('0002_b.sql', 'alter table t add column y int;'),
    file('0003_c.sql', 'create index concurrently t_idx on t (x);'),
    file('0004_d.sql', 'alter table t add column z int;'),
    file('0005_e.sql', 'update t set z = 1 where z is null;'),
  ];
  const names = (applied: string[]) =>
    stepsOf(files, new Set(applied)).map((step) =>
      'files' in step ? step.files.map(({ name }) => name) : step.file.name,
    );
  expect(names(['0001'])).toEqual([['0002_b.sql'], '0003_c.sql', ['0004_d.sql'], '0005_e.sql']);
  expect(names(['0001', '0002', '0003', '0004', '0005'])).toEqual([]);
  expect(names([]), 'an empty database').toEqual([files.map(({ name }) => name)]);
});

test('every file that works outside a transaction is one long change', () => {
  const outside = readMigrations(DIRECTORY).filter(({ up }) => /\bindex\s+concurrently\b/i.test(up));
  expect(outside.length).toBeGreaterThan(5);
  expect(outside.filter((each) => !longChangeOf(each)).map(({ name }) => name)).toEqual([]);
});
