-- While an empresa waits for its deletion, the door leaves its membros the rights that change none of its records. The
-- triggers of the tables refuse everything else, and so does the door of jobs (ADR 0065).

-- migrate:up
-- Returns the rights that a membro keeps while the empresa waits for its deletion. packages/contract/src/papeis.ts states the same list, and a test compares the two.
-- `em_exclusao` is no right; it tells the server why the others are missing.
create function direitos_na_exclusao(p_direitos text) returns text
language sql immutable parallel safe
return ',em_exclusao,' || coalesce((
  select string_agg(r.name || ',', '') from unnest(array['consultar', 'ver_custo', 'ver_atividade',
    'ver_dispositivos', 'atender_titulares', 'excluir_empresa', 'exportar_dados']) r (name)
  where position(',' || r.name || ',' in p_direitos) > 0), '');

-- As before, and says that the empresa waits for its deletion when that is the reason.
create or replace function demand_right(p_right text) returns void
language plpgsql
set search_path = pg_catalog
as $$
begin
  if not public.has_right(p_right) then
    if public.has_right('em_exclusao') then
      raise exception 'the empresa waits for its deletion' using errcode = 'PR423';
    end if;
    raise exception 'the papel lacks the right %', p_right using errcode = 'PR403';
  end if;
end
$$;

-- As before, with fewer rights in an empresa that waits for its deletion.
create or replace function use_session(p_token text, p_empresa uuid, p_lote uuid, p_statement_ms integer, p_right text) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_user uuid;
  v_direitos text;
begin
  if coalesce(current_setting('app.empresa_id', true), '') <> '' then
    raise exception 'this transaction already belongs to an empresa' using errcode = 'PR500';
  end if;
  select s.user_id,
    case when x.empresa_id is null then public.direitos_of(m.papel, m.ve_custo)
      else public.direitos_na_exclusao(public.direitos_of(m.papel, m.ve_custo)) end
  into v_user, v_direitos
  from auth.sessions s
  left join public.membros m on m.empresa_id = p_empresa and m.user_id = s.user_id and m.saiu_em is null
  left join public.exclusoes x on x.empresa_id = m.empresa_id
  where s.token_hash = p_token and s.expires_at > now();
  if v_user is null then
    raise exception 'no such session' using errcode = 'PR401';
  end if;
  if v_direitos is null then
    raise exception 'not a membro of this empresa' using errcode = 'PR410';
  end if;
  execute format('set local app.empresa_id = %L', p_empresa);
  execute format('set local app.direitos = %L', v_direitos);
  if p_right is not null and position(',' || p_right || ',' in v_direitos) = 0 then
    perform public.demand_right(p_right);
  end if;
  if p_lote is null then
    set local transaction_read_only = on;
  else
    execute format('set local app.user_id = %L', v_user);
    execute format('set local app.lote = %L', p_lote);
  end if;
  if p_statement_ms is not null then
    execute format('set local statement_timeout = %s', p_statement_ms);
  end if;
end
$$;

-- As before, with fewer rights in an empresa that waits for its deletion.
create or replace function access_of(p_token_hash text, p_empresa uuid)
returns table (user_id uuid, empresa_id uuid, direitos text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select s.user_id, m.empresa_id,
    case when x.empresa_id is null then public.direitos_of(m.papel, m.ve_custo)
      else public.direitos_na_exclusao(public.direitos_of(m.papel, m.ve_custo)) end
  from auth.sessions s
  left join lateral (
    select own.empresa_id, own.papel, own.ve_custo from public.membros own
    where own.user_id = s.user_id and own.saiu_em is null and (p_empresa is null or own.empresa_id = p_empresa)
    order by (own.empresa_id = s.empresa_id) desc, own.created_at, own.empresa_id limit 1) m on true
  left join public.exclusoes x on x.empresa_id = m.empresa_id
  where s.token_hash = p_token_hash and s.expires_at > now();
end;

-- When the empresa will be deleted, for one of its membros. Null when nobody asked for that.
create function exclusao_of(p_token_hash text, p_empresa uuid) returns timestamptz
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select x.vence_em from auth.sessions s
  join public.membros m on m.empresa_id = p_empresa and m.user_id = s.user_id and m.saiu_em is null
  join public.exclusoes x on x.empresa_id = m.empresa_id
  where s.token_hash = p_token_hash and s.expires_at > now();
end;

-- The door of jobs. A job that changes an empresa which waits for its deletion is refused, unless the empresa still
-- needs that job (`p_even_excluding`): the erasure of a titular, an export, the seal of
-- atividades, and the care for its stored images.
create function use_empresa(p_empresa uuid, p_usuario uuid, p_lote uuid, p_statement_ms integer, p_even_excluding boolean)
returns void
language plpgsql
set search_path = pg_catalog
as $$
begin
  if coalesce(current_setting('app.empresa_id', true), '') <> '' then
    raise exception 'this transaction already belongs to an empresa' using errcode = 'PR500';
  end if;
  execute format('set local app.empresa_id = %L', p_empresa);
  execute format('set local app.user_id = %L', p_usuario);
  if p_lote is null then
    set local transaction_read_only = on;
  else
    execute format('set local app.lote = %L', p_lote);
    if not p_even_excluding and exists (select from public.exclusoes x where x.empresa_id = p_empresa) then
      raise exception 'the empresa waits for its deletion' using errcode = 'PR423';
    end if;
  end if;
  if p_statement_ms is not null then
    execute format('set local statement_timeout = %s', p_statement_ms);
  end if;
end
$$;

-- The previous release calls this one.
create or replace function use_empresa(p_empresa uuid, p_usuario uuid, p_lote uuid, p_statement_ms integer) returns void
language sql
set search_path = pg_catalog
as $$ select public.use_empresa(p_empresa, p_usuario, p_lote, p_statement_ms, false) $$;

-- As before, but the deletion of the empresa ends every membership, also that of the last dono.
create or replace function guard_membro() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
declare
  v_leaves boolean := new.user_id::text = current_setting('app.user_id', true)
    and old.saiu_em is null and new.saiu_em is not null and new.papel = old.papel and new.ve_custo = old.ve_custo;
begin
  if not v_leaves then
    perform public.demand_right('gerir_equipe');
    if 'dono' in (old.papel, new.papel) then
      perform public.demand_right('transferir_empresa');
    end if;
  end if;
  if old.papel = 'dono' and old.saiu_em is null and (new.papel <> 'dono' or new.saiu_em is not null)
    and not exists (select from public.exclusoes x where x.empresa_id = old.empresa_id and x.iniciada_em is not null) then
    perform from public.membros other
    where other.empresa_id = old.empresa_id and other.user_id <> old.user_id and other.papel = 'dono'
      and other.saiu_em is null
    order by other.user_id for update;
    if not found then
      raise exception 'the last dono stays' using errcode = '23P01', constraint = 'membros_ultimo_dono';
    end if;
  end if;
  return new;
end
$$;

revoke execute on function exclusao_of(text, uuid) from public;

grant execute on function exclusao_of(text, uuid) to app;

grant execute on function use_empresa(uuid, uuid, uuid, integer, boolean) to app;

-- migrate:down
