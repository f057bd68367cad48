-- The same change of many produtos, made by a job in steps and undone together (ADR 0072).

-- migrate:up
create table lotes (
  empresa_id uuid not null constraint lotes_empresa_fkey references empresas (id),
  -- The `lote` of every change in the history that this job makes. Produtos with a greater id are newer than the request.
  id uuid not null default uuidv7(),
  -- The person who asked, and the author of the changes.
  user_id uuid not null,
  tipo text not null constraint lotes_tipo_check check (tipo in
    ('preco', 'custo', 'marca', 'categoria', 'fornecedor', 'minimo', 'excluir', 'restaurar', 'desfazer')),
  -- The change as the request named it. Null for `desfazer`.
  mudanca jsonb,
  -- The rights that the person needs until the end.
  direitos text[] not null,
  -- The filter and the ids that it leaves out. Null when the request named ids.
  selecao jsonb,
  -- The last produto that was compared with the filter.
  preparado_ate uuid,
  -- The undone lote and its tipo.
  desfaz uuid,
  tipo_desfeito text,
  situacao text not null constraint lotes_situacao_check check (situacao in
    ('preparando', 'fazendo', 'concluido', 'cancelado', 'falhou')),
  -- The part that comes next.
  parte integer not null default 0,
  partes integer not null default 0,
  total integer not null default 0,
  feitos integer not null default 0,
  alterados integer not null default 0,
  recusados integer not null default 0,
  aviso text,
  created_at timestamptz not null default now(),
  progresso_em timestamptz not null default now(),
  terminado_em timestamptz,
  primary key (empresa_id, id)
);

create index lotes_desfaz_idx on lotes (empresa_id, desfaz) where desfaz is not null;

create index lotes_abertos_idx on lotes (progresso_em) where terminado_em is null;

create index lotes_abertos_empresa_idx on lotes (empresa_id) where terminado_em is null;

create index lotes_created_at_idx on lotes (created_at);

alter table lotes enable row level security;

alter table lotes force row level security;

create policy "an empresa sees its own lotes" on lotes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on lotes to app;

grant update (preparado_ate, situacao, parte, partes, total, feitos, alterados, recusados, aviso, progresso_em, terminado_em)
on lotes to app;

create trigger lotes_direito before insert or update on lotes
for each statement execute function demand_right_of_change('alterar_produtos');

-- Some of the produtos of a lote. One transaction changes some of them and moves `feitos`, so a killed worker repeats
-- and loses nothing.
create table lote_partes (
  empresa_id uuid not null constraint lote_partes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  lote_id uuid not null,
  ordem integer not null,
  produtos uuid[] not null,
  feitos integer not null default 0,
  -- Every line of the history that this part has written is between these two, so an undo finds them by the primary key.
  de uuid,
  ate uuid,
  -- The produtos that were left unchanged: `produto_id`, `nome`, `sku`, `motivo`.
  recusas jsonb not null default '[]',
  primary key (empresa_id, id),
  constraint lote_partes_ordem_key unique (empresa_id, lote_id, ordem),
  constraint lote_partes_lote_fkey foreign key (empresa_id, lote_id) references lotes (empresa_id, id) on delete cascade
);

alter table lote_partes enable row level security;

alter table lote_partes force row level security;

create policy "an empresa sees its own lote_partes" on lote_partes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on lote_partes to app;

grant update (feitos, de, ate, recusas) on lote_partes to app;

create trigger lote_partes_direito before insert or update on lote_partes
for each statement execute function demand_right_of_change('alterar_produtos');

-- The ids of the next produtos of the empresa that match the filters of the list, in the order of their ids. Reads
-- `p_limite` rows after `p_depois` and before `p_antes`. `ultimo` is the last row read, null when there was none.
create function match_produtos(p_filtro jsonb, p_depois uuid, p_antes uuid, p_limite integer, out ids uuid[], out ultimo uuid)
language plpgsql stable security definer
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
begin
  execute format('with lidas as materialized (
      select p.* from public.produtos p where p.empresa_id = %1$L and p.id > %2$L and p.id < %3$L order by p.id limit %4$s)
    select array(select p.id from lidas p where %5$s order by p.id), (select l.id from lidas l order by l.id desc limit 1)',
    current_empresa(), coalesce(p_depois, '00000000-0000-0000-0000-000000000000'), p_antes, p_limite,
    (select f.condicao from filter_produtos(p_filtro) f)) into ids, ultimo;
end
$$;

-- `busca` needs the right to create in the schema only while it becomes the owner.
grant create on schema public to busca;

alter function match_produtos(jsonb, uuid, uuid, integer) owner to busca;

revoke create on schema public from busca;

-- Lotes under way without progress for some seconds: their worker was killed.
create function lotes_parados(p_segundos integer, p_limit integer) returns table (empresa_id uuid, lote_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select l.empresa_id, l.id from public.lotes l
  where l.terminado_em is null and l.progresso_em < now() - make_interval(secs => p_segundos)
  order by l.progresso_em limit p_limit;
end;

-- Deletes at most a hundred lotes that can no longer be undone. The history of their changes stays. Returns their number.
create function sweep_lotes() returns bigint
language sql security definer
set search_path = pg_catalog
begin atomic
  with old as (
    delete from public.lotes l where (l.empresa_id, l.id) in (
      select o.empresa_id, o.id from public.lotes o where o.created_at < now() - interval '31 days' order by o.created_at limit 100)
    returning 1)
  select count(*) from old;
end;

revoke execute on function match_produtos(jsonb, uuid, uuid, integer), lotes_parados(integer, integer), sweep_lotes() from public;

grant execute on function match_produtos(jsonb, uuid, uuid, integer), lotes_parados(integer, integer), sweep_lotes() to app;

-- migrate:down
