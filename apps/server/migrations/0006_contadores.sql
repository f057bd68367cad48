-- migrate:up
-- Counters of an empresa's rows per table, so that a list needs no count(*). Each statement appends its difference, so
-- that writers never wait for each other. Now and then a writer folds the differences into one row.
create table contadores (
  empresa_id uuid not null constraint contadores_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  nome text not null,
  delta bigint not null,
  primary key (empresa_id, id)
);

create index contadores_nome_idx on contadores (empresa_id, nome) include (delta);

alter table contadores enable row level security;

alter table contadores force row level security;

create policy "an empresa sees its own contadores" on contadores to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on contadores to app;

-- No statement updates the column, but FOR UPDATE requires the right to update.
grant update (delta) on contadores to app;

-- A statement-level trigger with transition tables: an exception to the rule that triggers are row-level
-- (docs/scale.md).
create function count_rows() returns trigger
language plpgsql
set search_path = pg_catalog, public
as $$
begin
  insert into public.contadores (empresa_id, nome, delta)
  select r.empresa_id, tg_table_name, case when tg_op = 'INSERT' then count(*) else -count(*) end
  from changed r group by r.empresa_id;
  if random() < 0.02 then
    -- SKIP LOCKED lets two writers that fold concurrently share the rows instead of waiting.
    with folded as (
      delete from public.contadores c using (
        select empresa_id, id from public.contadores
        where (empresa_id, nome) in (select distinct r.empresa_id, tg_table_name::text from changed r)
        for update skip locked
      ) d
      where c.empresa_id = d.empresa_id and c.id = d.id
      returning c.empresa_id, c.delta
    )
    insert into public.contadores (empresa_id, nome, delta)
    select f.empresa_id, tg_table_name, sum(f.delta) from folded f group by f.empresa_id;
  end if;
  return null;
end
$$;

-- migrate:down
