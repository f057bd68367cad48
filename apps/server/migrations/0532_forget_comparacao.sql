-- What the worker decided about an anuncio, and the cota that a person chose, are about its produto. They go with the link,
-- whoever changes it: a person, an import, or the deletion of the produto.

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
