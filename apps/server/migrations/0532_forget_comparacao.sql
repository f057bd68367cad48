-- The cota of an anuncio and what the worker decided about it belong to its link. A change of the link clears them, whether
-- a person, an import or the deletion of the produto makes it.

-- migrate:up
create function forget_comparacao() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  new.cota := null;
  new.meta := null;
  new.mudanca := null;
  new.diferenca := null;
  new.diferenca_desde := null;
  return new;
end
$$;

-- migrate:down
