/** One file of a migration. */
export interface Change {
  name: string;
  file: string;
  sql: string;
}

const numbered = (list: readonly (readonly [name: string, sql: string])[]): Change[] =>
  list.map(([name, sql], n) => ({
    name,
    sql,
    file: `9${String(n).padStart(3, '0')}_${name.replace(/\W+/g, '_')}.sql`,
  }));

/** Creates the function of the trigger below. No table is locked, so it is not measured. */
export const PREPARATION: Change = {
  name: 'a function',
  file: '8999_fill.sql',
  sql: `create function fill_prova() returns trigger language plpgsql as $$
begin
  new.prova := left(new.nome, 20);
  return new;
end
$$;`,
};

/** The price up to which the backfill fills a produto. The prices of the seed are spread evenly up to 2,000 reais. */
const highestPrice = (percent: number) => percent * 20;

/** The rows that the backfill fills, as a condition. */
export const isFilled = (percent: number) => `preco_venda <= ${highestPrice(percent)}`;

/**
 * Each allowed kind of change (ADR 0024) once, on the table of produtos, in the order of an expand and contract. The
 * backfill changes `percent` of the rows.
 */
export const changesOf = (percent: number) =>
  numbered([
    ['add a nullable column', 'alter table produtos add column prova text;'],
    ['add a column with a default', "alter table produtos add column prova_b text default 'sim';"],
    [
      'create a trigger',
      'create trigger produtos_prova before insert or update of nome on produtos for each row execute function fill_prova();',
    ],
    [
      'fill a column',
      `update produtos set prova = left(nome, 20) where prova is null and ${isFilled(percent)};`,
    ],
    [
      'add a not null',
      'alter table produtos add constraint produtos_prova_not_null not null prova_b not valid;',
    ],
    ['validate a not null', 'alter table produtos validate constraint produtos_prova_not_null;'],
    [
      'add a check',
      'alter table produtos add constraint produtos_prova_check check (char_length(prova) <= 20) not valid;',
    ],
    ['validate a check', 'alter table produtos validate constraint produtos_prova_check;'],
    [
      'add a foreign key',
      'alter table produtos add constraint produtos_prova_fkey foreign key (empresa_id, marca_id) references marcas (empresa_id, id) not valid;',
    ],
    ['validate a foreign key', 'alter table produtos validate constraint produtos_prova_fkey;'],
    [
      'create an index',
      'create unique index concurrently produtos_prova_idx on produtos (empresa_id, prova, id);',
    ],
    [
      'make an index a constraint',
      'alter table produtos add constraint produtos_prova_key unique using index produtos_prova_idx;',
    ],
    ['drop a constraint', 'alter table produtos drop constraint produtos_prova_key;'],
    ['change a default', "alter table produtos alter column prova_b set default 'nao';"],
    ['allow null', 'alter table produtos alter column prova_b drop not null;'],
    ['set an option', 'alter table produtos set (autovacuum_vacuum_scale_factor = 0.05);'],
    [
      'create a second index',
      'create index concurrently produtos_prova_b_idx on produtos (empresa_id, prova_b);',
    ],
    ['drop an index', 'drop index concurrently produtos_prova_b_idx;'],
    ['drop a column', 'alter table produtos drop column prova_b;'],
  ]);

/** The changes whose release step is killed and started again. */
export const KILLED = { backfill: 'fill a column', index: 'create an index' };
