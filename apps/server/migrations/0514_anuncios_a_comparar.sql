-- The produtos whose anuncios the worker compares with the stock again (ADR 0130).

-- migrate:up
-- Each change appends a row, so it waits for no other one. The worker deletes the rows that it has read. The row becomes
-- visible with its change, so the worker never reads the stock of before. It has no foreign key to empresas, whose check
-- would cost every movimento more than the row itself.
create table anuncios_a_comparar (
  empresa_id uuid not null,
  id uuid not null default uuidv7(),
  -- Null: every produto with anuncios, because a rule of a conta or a deposito changed.
  produto_ids uuid[],
  primary key (empresa_id, id)
);

alter table anuncios_a_comparar enable row level security;

alter table anuncios_a_comparar force row level security;

create policy "an empresa sees its own anuncios_a_comparar" on anuncios_a_comparar to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on anuncios_a_comparar to app;

-- The triggers of the stock of a produto.
create function note_estoque_a_comparar() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.anuncios_a_comparar (empresa_id, produto_ids)
  select c.empresa_id, array_agg(c.produto_id)
  from (select distinct empresa_id, produto_id from changed) c
  where exists (select from public.anuncios a where a.empresa_id = c.empresa_id and a.produto_id = c.produto_id)
  group by c.empresa_id;
  return null;
end
$$;

-- The trigger of new anuncios.
create function note_anuncios_a_comparar() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.anuncios_a_comparar (empresa_id, produto_ids)
  select c.empresa_id, array_agg(distinct c.produto_id) from changed c where c.produto_id is not null group by c.empresa_id;
  return null;
end
$$;

-- The trigger of changed anuncios. What the comparison writes itself is compared no further.
create function note_anuncios_mudados() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.anuncios_a_comparar (empresa_id, produto_ids)
  select n.empresa_id, array_agg(distinct n.produto_id)
  from changed n
  join before b on b.empresa_id = n.empresa_id and b.marketplace = n.marketplace and b.seller_id = n.seller_id
    and b.anuncio_id = n.anuncio_id and b.variacao_id = n.variacao_id
  where n.produto_id is not null
    and (n.produto_id, n.quantidade, n.estado, n.pausado_por, n.is_full, n.sumiu_em)
      is distinct from (b.produto_id, b.quantidade, b.estado, b.pausado_por, b.is_full, b.sumiu_em)
  group by n.empresa_id;
  return null;
end
$$;

-- The triggers of the rules that say from which depositos a sale is drawn.
create function note_regra_a_comparar() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.anuncios_a_comparar (empresa_id) values (coalesce(new.empresa_id, old.empresa_id));
  return null;
end
$$;

-- The next empresa after this one, by id, with produtos to compare. Workers go round, so that every empresa has its turn.
create function next_a_comparar(p_after uuid) returns uuid
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.empresa_id from public.anuncios_a_comparar c where c.empresa_id > p_after order by c.empresa_id limit 1;
end;

revoke execute on function note_estoque_a_comparar(), note_anuncios_a_comparar(), note_anuncios_mudados(),
  note_regra_a_comparar(), next_a_comparar(uuid) from public;

grant execute on function next_a_comparar(uuid) to app;

-- migrate:down
