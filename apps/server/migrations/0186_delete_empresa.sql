-- The end of an empresa whose 30 days are over (ADR 0065). A job calls these functions, in short transactions.

-- migrate:up
-- As before, but the deletion of the empresa also deletes its contas.
create or replace function keep_conta() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  if (tg_op = 'DELETE' and current_user = 'app') or (tg_op = 'UPDATE' and new.active and not old.active) then
    raise exception 'a conta comes back by a new connection alone'
    using errcode = '23000', constraint = 'mercado_livre_config_volta_check';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;

-- Empresas whose deletion is due.
create function exclusoes_vencidas(p_limit integer) returns table (empresa_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select x.empresa_id from public.exclusoes x where x.vence_em <= now() order by x.vence_em limit p_limit;
end;

-- Every table with rows of an empresa, apart from `empresas` and `exclusoes`. The functions read the catalogue, so a
-- new table needs no change here.
create function tables_of_empresas() returns table (tabela regclass, is_tenant boolean)
language sql stable
set search_path = pg_catalog
begin atomic
  select c.oid::regclass, n.nspname = 'public' from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'auth', 'marketplaces')
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'empresa_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and c.oid <> 'public.exclusoes'::regclass;
end;

-- The tables that still have a row of the empresa.
create function tables_with(p_empresa uuid) returns regclass[]
language plpgsql stable
set search_path = pg_catalog
as $$
declare
  v_table regclass;
  v_found boolean;
  v_tables regclass[] := '{}';
begin
  for v_table in select t.tabela from public.tables_of_empresas() t loop
    execute format('select exists (select from %s t where t.empresa_id = $1)', v_table) into v_found using p_empresa;
    if v_found then
      v_tables := v_tables || v_table;
    end if;
  end loop;
  return v_tables;
end
$$;

-- Deletes at most `p_limit` rows of one table, and returns the name of the table. Returns null when no table has a row
-- left, or when the deletion is not due. Takes tables to which no other row refers first. The triggers of the deleted
-- rows append to the history and the counters, so these two come last.
create function delete_of_empresa(p_empresa uuid, p_limit integer) returns text
language plpgsql security definer
set search_path = pg_catalog, public
as $$
declare
  v_tables regclass[];
  v_table regclass;
  v_key text;
  v_childless text;
begin
  update exclusoes x set iniciada_em = coalesce(x.iniciada_em, now())
  where x.empresa_id = p_empresa and x.vence_em <= now();
  if not found then
    return null;
  end if;
  perform set_config('app.empresa_id', p_empresa::text, true), set_config('app.lote', gen_random_uuid()::text, true),
    set_config('app.user_id', '00000000-0000-0000-0000-000000000000', true);

  -- From now on nobody reaches the empresa. A person whose last empresa this was gets an empty one.
  update membros m set saiu_em = now()
  where m.empresa_id = p_empresa and m.user_id in (
    select due.user_id from membros due where due.empresa_id = p_empresa and due.saiu_em is null limit p_limit);
  if found then
    return 'membros';
  end if;
  update auth.sessions s set empresa_id = auth.ensure_empresa(s.user_id)
  where s.id in (select due.id from auth.sessions due where due.empresa_id = p_empresa limit p_limit);
  if found then
    return 'auth.sessions';
  end if;
  delete from pgboss.job j where j.group_id = p_empresa::text or j.data ->> 'empresa_id' = p_empresa::text;
  delete from marketplaces.donos d where d.empresa_id = p_empresa;
  update empresas e set logo_url = null, logo_arquivo_id = null
  where e.id = p_empresa and e.logo_arquivo_id is not null;

  v_tables := tables_with(p_empresa);
  select t into v_table from unnest(v_tables) t
  where not exists (
    select from pg_constraint k
    where k.contype = 'f' and k.confrelid = t and k.conrelid <> t and k.conrelid = any (v_tables::oid[]))
  order by t in ('historico'::regclass, 'contadores'::regclass), t::text limit 1;
  if v_table is null then
    if cardinality(v_tables) > 0 then
      raise exception 'the tables % refer to each other in a circle', v_tables;
    end if;
    return null;
  end if;
  select string_agg(format('t.%I', a.attname), ', ') into v_key
  from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
  where i.indrelid = v_table and i.indisprimary;
  -- A table that refers to itself loses the rows first that no other row names.
  select coalesce(string_agg(format(' and not exists (select from %s child where %s)', v_table, (
      select string_agg(format('child.%I = t.%I', f.attname, r.attname), ' and ')
      from unnest(k.conkey, k.confkey) p (own, other)
      join pg_attribute f on f.attrelid = v_table and f.attnum = p.own
      join pg_attribute r on r.attrelid = v_table and r.attnum = p.other)), ''), '') into v_childless
  from pg_constraint k where k.contype = 'f' and k.conrelid = v_table and k.confrelid = v_table;
  execute format('delete from %1$s t where (%2$s) in (select %2$s from %1$s t where t.empresa_id = $1%3$s limit $2)',
    v_table, v_key, v_childless) using p_empresa, p_limit;
  return v_table::text;
end
$$;

-- Deletes the empresa itself when no table of any schema and no queue has a row of it. Raises an error otherwise.
create function finish_exclusao(p_empresa uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog, public
as $$
declare
  v_left regclass[];
begin
  perform from exclusoes x where x.empresa_id = p_empresa and x.iniciada_em is not null and x.vence_em <= now() for update;
  if not found then
    return false;
  end if;
  v_left := tables_with(p_empresa);
  if cardinality(v_left) > 0 then
    raise exception 'rows of the empresa are left in %', v_left;
  end if;
  if exists (select from pgboss.job j where j.group_id = p_empresa::text) then
    raise exception 'jobs of the empresa are left';
  end if;
  delete from exclusoes x where x.empresa_id = p_empresa;
  delete from empresas e where e.id = p_empresa;
  return true;
end
$$;

revoke execute on function exclusoes_vencidas(integer), tables_of_empresas(), tables_with(uuid),
  delete_of_empresa(uuid, integer), finish_exclusao(uuid) from public;

grant execute on function exclusoes_vencidas(integer), delete_of_empresa(uuid, integer), finish_exclusao(uuid) to app;

-- migrate:down
