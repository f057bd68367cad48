-- What changed in an empresa, so that its open screens read it again (ADR 0066).

-- migrate:up
-- One row for each transaction and table, kept for ten minutes. It names the changed records and nothing they contain.
-- It has no foreign key to empresas, whose check would cost every change more than the row itself.
create table novidades (
  empresa_id uuid not null,
  -- The transaction. The row becomes visible together with the changes.
  xid xid8 not null default pg_current_xact_id(),
  tabela text not null,
  -- The changed records. Null when there are more than twenty.
  ids uuid[],
  created_at timestamptz not null default clock_timestamp(),
  primary key (empresa_id, xid, tabela)
);

alter table novidades enable row level security;

alter table novidades force row level security;

create policy "an empresa sees its own novidades" on novidades to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

-- Only the triggers below insert.
grant select on novidades to app;

-- The trigger of historico. A transaction that changes more than twenty records of a table sets `app.novidades`, and the
-- condition of the trigger then spares the other records the call.
create function note_novidade() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_listed boolean;
begin
  insert into public.novidades as m (empresa_id, tabela, ids) values (new.empresa_id, new.tabela, array[new.registro_id])
  on conflict (empresa_id, xid, tabela) do update
    set ids = case when cardinality(m.ids) < 20 then m.ids || excluded.ids end
  returning m.ids is not null into v_listed;
  if not v_listed then
    perform set_config('app.novidades',
      concat(current_setting('app.novidades', true), new.tabela, new.empresa_id, ' '), true);
  end if;
  return null;
end
$$;

-- The trigger of movimentos_estoque. The changed records are produtos.
create function note_movimentos() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.novidades as m (empresa_id, tabela, ids)
  select c.empresa_id, 'movimentos_estoque', case when count(*) <= 20 then array_agg(c.produto_id) end
  from (select distinct empresa_id, produto_id from changed) c group by c.empresa_id
  on conflict (empresa_id, xid, tabela) do update
    set ids = case when cardinality(m.ids) + cardinality(excluded.ids) <= 20 then m.ids || excluded.ids end;
  return null;
end
$$;

-- The triggers of pedidos. The changed records are the contas of the seller.
create function note_pedidos() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.novidades as m (empresa_id, tabela, ids)
  select c.empresa_id, 'pedidos', array_agg(k.id)
  from (select distinct empresa_id, marketplace, seller_id from changed limit 20) c
  join public.mercado_livre_config k on k.empresa_id = c.empresa_id and k.marketplace = c.marketplace
    and k.user_ml_id = c.seller_id and k.active
  group by c.empresa_id
  on conflict (empresa_id, xid, tabela) do nothing;
  return null;
end
$$;

-- The trigger of tables whose changes are not in the history.
create function note_row() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.novidades as m (empresa_id, tabela, ids) values (new.empresa_id, tg_table_name, array[new.id])
  on conflict (empresa_id, xid, tabela) do update
    set ids = case when cardinality(m.ids) < 20 then m.ids || excluded.ids end;
  return null;
end
$$;

-- What changed in an empresa and was not visible in the snapshot `p_desde`; without one, what changed in the last
-- `p_segundos`. Reads at most 1,001 rows: `lidas` beyond 1,000 says that some are missing. `ids` are separated by commas.
create function novidades_de(p_empresa uuid, p_desde pg_snapshot, p_segundos integer)
returns table (tabela text, ids text, lidas bigint)
language sql stable
begin atomic
  select r.tabela,
    case when count(*) = count(r.ids) and sum(cardinality(r.ids)) <= 20
      then string_agg(array_to_string(r.ids, ','), ',') end,
    (sum(count(*)) over ())::bigint
  from (
    (select m.tabela, m.ids from public.novidades m
      where p_desde is not null and m.empresa_id = p_empresa and m.xid >= pg_snapshot_xmin(p_desde)
        and not pg_visible_in_snapshot(m.xid, p_desde) and m.created_at > now() - make_interval(secs => p_segundos)
      limit 1001)
    union all
    -- Without a snapshot the newest rows are enough, so that the rows before the last seconds are not examined.
    select n.tabela, n.ids from (
      select m.tabela, m.ids, m.created_at from public.novidades m
      where p_desde is null and m.empresa_id = p_empresa order by m.xid desc limit 1001) n
    where n.created_at > now() - make_interval(secs => p_segundos)) r
  group by r.tabela;
end;

-- The same for several readers, each with an empresa and a snapshot. `n` is the place of the reader in the lists.
create function novidades_of(p_empresas uuid[], p_desde text[])
returns table (n bigint, tabela text, ids text, lidas bigint)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select r.n, c.tabela, c.ids, c.lidas
  from unnest(p_empresas, p_desde) with ordinality r (empresa_id, desde, n)
  cross join lateral public.novidades_de(r.empresa_id, r.desde::pg_snapshot, 600) c;
end;

-- Which readers have other rights now than the caller believes. `direitos` is null for a session that has ended and for
-- a person who has left the empresa.
create function direitos_mudados(p_tokens text[], p_empresas uuid[], p_direitos text[])
returns table (n bigint, direitos text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select r.n, a.direitos
  from unnest(p_tokens, p_empresas, p_direitos) with ordinality r (token, empresa_id, direitos, n)
  left join lateral (
    select case when x.empresa_id is null then public.direitos_of(m.papel, m.ve_custo)
      else public.direitos_na_exclusao(public.direitos_of(m.papel, m.ve_custo)) end as direitos
    from auth.sessions s
    join public.membros m on m.empresa_id = r.empresa_id and m.user_id = s.user_id and m.saiu_em is null
    left join public.exclusoes x on x.empresa_id = m.empresa_id
    where s.token_hash = r.token and s.expires_at > now()) a on true
  where a.direitos is distinct from r.direitos;
end;

-- Deletes at most 50,000 rows that are older than ten minutes. Returns their number.
create function sweep_novidades() returns bigint
language sql security definer
set search_path = pg_catalog
begin atomic
  with old as (
    delete from public.novidades m where m.ctid = any (array(
      select o.ctid from public.novidades o where o.created_at < now() - interval '10 minutes' limit 50000))
    returning 1)
  select count(*) from old;
end;

revoke execute on function note_novidade(), note_movimentos(), note_pedidos(), note_row(), novidades_of(uuid[], text[]),
  direitos_mudados(text[], uuid[], text[]), sweep_novidades() from public;

grant execute on function novidades_of(uuid[], text[]), direitos_mudados(text[], uuid[], text[]), sweep_novidades() to app;

-- migrate:down
