/** The tables whose updates a later release records as differences (ADR 0104). Others change rarely and stay whole. */
const REGISTERS =
  'produtos produto_deposito marcas categorias fornecedores clientes vendedores depositos'.split(' ');

/**
 * The columns that every difference keeps, as far as its table has them: what screens call the record, the version that
 * an undo compares, and the produto whose stock an undo locks.
 */
const IDENTITY = 'nome sku versao produto_id deposito_id'.split(' ');

/**
 * Makes the trigger of the test's database record an update of a register as its changed columns and its identity, as a
 * later release will. Every reader must already understand such rows (ADR 0104).
 */
export const storeDifferences = (sql: (text: string) => Promise<unknown>) =>
  sql(`create or replace function note_difference() returns trigger language plpgsql as $$
    declare
      v_antes jsonb := new.antes;
    begin
      new.antes := (select jsonb_object_agg(c.key, c.value) from jsonb_each(v_antes) c
        where c.key = any ('{${IDENTITY.join()}}') or c.value is distinct from new.depois -> c.key);
      new.depois := (select jsonb_object_agg(c.key, c.value) from jsonb_each(new.depois) c
        where c.key = any ('{${IDENTITY.join()}}') or c.value is distinct from v_antes -> c.key);
      return new;
    end $$;
    create or replace trigger historico_diferenca before insert on historico for each row
    when (new.operacao = 'U' and new.tabela = any ('{${REGISTERS.join()}}')) execute function note_difference()`);
