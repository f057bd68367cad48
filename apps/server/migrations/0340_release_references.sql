-- Functions that remove the references to a record before it is deleted. A foreign key with `on delete set null` does the
-- same, but Citus refuses it between distributed tables.

-- migrate:up
create function release_produto() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  update public.anuncios a set produto_id = null where a.empresa_id = old.empresa_id and a.produto_id = old.id;
  update public.importacao_itens i set produto_id = null where i.empresa_id = old.empresa_id and i.produto_id = old.id;
  return old;
end
$$;

create function release_categoria() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  update public.categorias_externas c set categoria_id = null
  where c.empresa_id = old.empresa_id and c.categoria_id = old.id;
  return old;
end
$$;

create function release_deposito() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  update public.importacoes i set deposito_id = null where i.empresa_id = old.empresa_id and i.deposito_id = old.id;
  return old;
end
$$;

create function release_fornecedor() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  update public.importacoes i set fornecedor_id = null where i.empresa_id = old.empresa_id and i.fornecedor_id = old.id;
  return old;
end
$$;

-- migrate:down
