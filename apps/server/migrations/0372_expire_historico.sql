-- The end of the term of the history (ADR 0103). A job calls these functions in short transactions.

-- migrate:up
-- Removes at most `p_limit` lines of the current empresa whose term is over, from the begin of its chain, each with its
-- row of historico. Stops at the first line that stays, so that the rest of the chain still follows from `inicio_hash`.
-- A line of the chain records the removal. Returns the number of removed lines.
create function expire_historico(p_limit integer) returns integer
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_empresa uuid := public.current_empresa();
  v_desde timestamptz := public.historico_desde(public.historico_anos(v_empresa), now());
  v_first uuid := public.first_uuid_of(v_desde);
  v_inicio bigint;
  v_ids uuid[];
  v_ate bigint;
  v_hash bytea;
begin
  -- The lock keeps a sealing and an erasure of this chain waiting.
  select c.inicio into v_inicio from public.atividades_cadeias c where c.empresa_id = v_empresa for update skip locked;
  if not found then
    return 0;
  end if;
  select array_agg(l.id order by l.id), max(l.numero) into v_ids, v_ate
  from (
    select a.id, a.numero, bool_and(a.id < v_first) over (order by a.numero) as is_over
    from (select a.id, a.numero from public.atividades a where a.empresa_id = v_empresa and a.numero > v_inicio
      order by a.numero limit p_limit) a
  ) l where l.is_over;
  if v_ate is null then
    return 0;
  end if;
  select a.hash into v_hash from public.atividades a where a.empresa_id = v_empresa and a.numero = v_ate;
  delete from public.atividades a where a.empresa_id = v_empresa and a.numero <= v_ate;
  -- The bounds keep the search to the partitions of these lines.
  delete from public.historico h
  where h.empresa_id = v_empresa and h.id = any (v_ids)
    and h.id >= v_ids[1] and h.id <= v_ids[cardinality(v_ids)];
  -- A lote without its changes can be neither undone nor shown. It goes after the last batch, because an undo of a lote
  -- whose row is gone would read all its changes at once. A bulk change writes for some hours, also over the end of a month.
  if cardinality(v_ids) < p_limit then
    delete from public.lotes t
    where t.empresa_id = v_empresa and t.id < public.first_uuid_of(v_desde - interval '2 days')
      and t.partes = 0 and t.terminado_em is not null;
  end if;
  update public.atividades_cadeias c set inicio = v_ate, inicio_hash = v_hash where c.empresa_id = v_empresa;
  perform public.record_atividade('historico_removido', jsonb_build_object(
    'ate', v_ate, 'hash', encode(v_hash, 'hex'), 'linhas', cardinality(v_ids),
    'antes_de', to_char(v_desde at time zone 'UTC', 'MM/YYYY')));
  return cardinality(v_ids);
end
$$;

-- Drops one partition that lies before the shortest term and has no row left, and returns its name. A partition has rows
-- of many empresas, so the one with the longest term keeps it. Every write of the history waits behind the lock. So the
-- lock waits for 200 ms at most, the next night tries again, and only a partition of a few pages is looked through: a
-- vacuum has then returned the space of its deleted rows.
create function drop_historico_partitions() returns setof text
language plpgsql security definer
set search_path = pg_catalog, public
set lock_timeout = '200ms'
as $$
declare
  v_last text := format('historico_%s', to_char(historico_desde(1, now()) at time zone 'UTC', 'YYYY_MM'));
  v_name text;
  v_used boolean;
begin
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.historico'::regclass and c.relname ~ '^historico_\d{4}_\d\d$' and c.relname < v_last
      and pg_relation_size(c.oid) <= 1048576
    order by 1
  loop
    execute format('select exists (select from public.%I)', v_name) into v_used;
    continue when v_used;
    begin
      lock table only public.historico in access exclusive mode;
      execute format('select exists (select from public.%I)', v_name) into v_used;
      if not v_used then
        execute format('drop table public.%I', v_name);
        return next v_name;
        return;
      end if;
    exception when lock_not_available then
      return;
    end;
  end loop;
end
$$;

-- The empresas after a given one, by id.
create function empresas_after(p_after uuid, p_limit integer) returns table (id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select e.id from public.empresas e where e.id > p_after order by e.id limit p_limit;
end;

revoke execute on function expire_historico(integer), drop_historico_partitions(), empresas_after(uuid, integer) from public;

grant execute on function expire_historico(integer), drop_historico_partitions(), empresas_after(uuid, integer) to app;

-- migrate:down
