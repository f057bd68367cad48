-- Refuses a change of an importacao without the right to import. Clearing the deposito or the fornecedor is allowed, because
-- the deletion of such a record does it, and deleting needs another right.

-- migrate:up
create function demand_right_of_importacao() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
declare
  v_references constant text[] := array['deposito_id', 'fornecedor_id'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - v_references = to_jsonb(old) - v_references
    and (new.deposito_id is null or new.deposito_id is not distinct from old.deposito_id)
    and (new.fornecedor_id is null or new.fornecedor_id is not distinct from old.fornecedor_id)
  then
    return new;
  end if;
  perform public.demand_right(tg_argv[0]);
  return new;
end
$$;

-- migrate:down
