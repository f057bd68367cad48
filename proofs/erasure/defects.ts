/** Replaces a text in the source of a function. Fails if the function does not contain it. */
const edited = (signature: string, from: string, to: string) => `
  do $planted$
  declare
    v_source text := pg_get_functiondef('${signature}'::regprocedure);
  begin
    if position($from$${from}$from$ in v_source) = 0 then
      raise exception '${signature} does not contain the text that the defect replaces';
    end if;
    execute replace(v_source, $from$${from}$from$, $to$${to}$to$);
  end
  $planted$`;

const ERASE = 'erase_registros(uuid, jsonb, integer)';

export interface Defect {
  /** A change of the migrated database. */
  sql?: string;
  /** A change after the person is planted. */
  afterwards?: string;
}

export const DEFECTS = {
  'forgets-history': {
    sql: edited(ERASE, 'and due.registro_id = v_id', 'and due.registro_id = v_id and false'),
  },
  'forgets-stored-answers': {
    sql: edited(ERASE, "jsonb_typeof(k.body) = 'object' and (", "jsonb_typeof(k.body) = 'nothing' and ("),
  },
  'forgets-lookups': { sql: edited(ERASE, "c.tipo = 'cnpj' and", 'false and') },
  'forgets-a-column': {
    sql: edited('titular_blanks(text)', '"nome_fantasia": null,', ''),
  },
  'search-column-copied': {
    sql: 'alter table clientes add column plantada text',
    // The triggers are off, because the history would refuse a change without an author.
    afterwards: `with quiet as materialized (select set_config('session_replication_role', 'replica', true))
      update clientes set plantada = busca from quiet`,
  },
} as const satisfies Record<string, Defect>;
