import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALLOWED_CHANGES, refusalOf } from './allowed-changes.ts';
import { parseMigration, readMigrations } from './migration-files.ts';

const refusal = (up: string) =>
  refusalOf(parseMigration('0999_change.sql', `-- migrate:up\n${up}\n\n-- migrate:down\n`));
const DIRECTORY = new URL('../../../migrations', import.meta.url).pathname;
/** Files before this one are applied, so they are never edited. Some of them did what is refused now. */
const FIRST = '0360';

test('every migration is of an allowed kind', () => {
  const files = readMigrations(DIRECTORY).filter(({ version }) => version >= FIRST);
  expect(files.length).toBeGreaterThan(0);
  expect(files.map(refusalOf).filter((each) => each !== undefined)).toEqual([]);
});

test('ADR 0024 has a row for every allowed kind', () => {
  const adr = readFileSync(new URL('../../../../../docs/adr/0024-migrations.md', import.meta.url), 'utf8');
  const rows = [...adr.matchAll(/^\| ([^|]+) \| yes/gm)].map(([, change = '']) => change.toLowerCase());
  expect(rows).toEqual(ALLOWED_CHANGES);
});

test.each([
  ['alter table produtos add column pais text;'],
  ["alter table produtos add column pais text not null default 'BR';"],
  ['alter table produtos add column visto_em timestamptz default now();'],
  ['alter table produtos add column dobro numeric generated always as (preco_venda * 2) virtual;'],
  ['alter table produtos add constraint produtos_pais_check check (char_length(pais) = 2) not valid;'],
  [
    'alter table produtos add constraint produtos_pais_fkey foreign key (empresa_id, pais) references paises (empresa_id, id) not valid;',
  ],
  ['alter table produtos add constraint produtos_pais_not_null not null pais not valid;'],
  ['alter table produtos validate constraint produtos_pais_check;'],
  ['create unique index concurrently produtos_pais_idx on produtos (empresa_id, pais);'],
  ['alter table produtos add constraint produtos_pais_key unique using index produtos_pais_idx;'],
  ['drop index concurrently produtos_pais_idx;'],
  ['alter table produtos drop column pais;'],
  ["alter table produtos alter column pais set default 'BR';"],
  ['alter table produtos alter column pais drop not null;'],
  ['create trigger produtos_pais before insert on produtos for each row execute function fill_pais();'],
  ["update produtos set pais = 'BR' where pais is null;"],
  [
    'create function f() returns int language sql begin atomic\n  select 1;\nend;\n\ngrant execute on function f() to app;',
  ],
  ['create function f() returns void language plpgsql as $$ begin update produtos set x = 1; end $$;'],
  [
    'create table paises (id uuid primary key);\ncreate index paises_id_idx on paises (id);\ninsert into paises select uuidv7();\nalter table paises force row level security;',
  ],
])('%s is allowed', (up) => {
  expect(refusal(up)).toBeUndefined();
});

test.each([
  ['a build that stops writes', 'create index produtos_pais_idx on produtos (empresa_id, pais);'],
  ['a default of each row', 'alter table produtos add column chave uuid default uuidv7();'],
  [
    'a stored column',
    'alter table produtos add column dobro numeric generated always as (preco_venda * 2) stored;',
  ],
  ['a required column', 'alter table produtos add column pais text not null;'],
  ['a checked column', 'alter table produtos add column pais text check (char_length(pais) = 2);'],
  [
    'a valid constraint',
    'alter table produtos add constraint produtos_pais_check check (char_length(pais) = 2);',
  ],
  ['a scan under a lock', 'alter table produtos alter column pais set not null;'],
  ['another type', 'alter table produtos alter column pais type char(2);'],
  ['another name', 'alter table produtos rename column pais to origem;'],
  [
    'a unique constraint with its index',
    'alter table produtos add constraint produtos_pais_key unique (empresa_id, pais);',
  ],
  ['rows of many empresas', "insert into marcas (empresa_id, nome) select id, 'Sem marca' from empresas;"],
  ['a deletion', 'delete from marcas where nome is null;'],
  ['a lock', 'lock table produtos in share mode;'],
  ['a block', "do $$ begin update produtos set pais = 'BR'; end $$;"],
  ['two changes', 'alter table produtos add column a text;\nalter table produtos add column b text;'],
  [
    'a change beside a new table',
    'create table paises (id uuid primary key);\nalter table produtos add column a text;',
  ],
  [
    'a backfill beside a grant',
    'update produtos set pais = 1 where pais is null;\ngrant select on produtos to app;',
  ],
])('%s is refused', (_, up) => {
  expect(refusal(up)).toContain('0999_change.sql');
});
