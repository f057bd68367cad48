-- The rules of membership that hold whatever a route forgets.

-- migrate:up
-- A change of a membro. Every membro may leave. Everything else needs the right to manage the equipe, and a change that
-- makes or touches a dono needs a dono. An empresa keeps a dono. The lock makes concurrent changes wait for each other.
create function guard_membro() returns trigger
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
  if old.papel = 'dono' and old.saiu_em is null and (new.papel <> 'dono' or new.saiu_em is not null) then
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

-- The history of the membros. The table has no `id`; a person has one row in each empresa. The dono who creates an
-- empresa is no change of it.
create function record_membro() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  if (tg_op = 'INSERT' and new.papel = 'dono') or (tg_op = 'UPDATE' and new = old) then
    return null;
  end if;
  -- A person who accepts a convite does so outside the door, and is the author of the change.
  insert into public.historico (empresa_id, lote, tabela, registro_id, operacao, antes, depois, user_id)
  values (
    new.empresa_id, coalesce(nullif(current_setting('app.lote', true), '')::uuid, gen_random_uuid()), 'membros',
    new.user_id, left(tg_op, 1), case when tg_op = 'UPDATE' then to_jsonb(old) end, to_jsonb(new),
    coalesce(nullif(current_setting('app.user_id', true), '')::uuid, new.user_id)
  );
  return null;
end
$$;

-- Every person has at least one empresa, also after leaving the last one.
create function give_own_empresa() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  perform auth.ensure_empresa(new.user_id);
  return null;
end
$$;

-- The last activity of each membro of the current empresa, for those who manage the equipe.
create function vistos_em() returns table (user_id uuid, visto_em timestamptz)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select m.user_id, max(s.updated_at)
  from public.membros m join auth.sessions s on s.user_id = m.user_id
  where m.empresa_id = public.current_empresa() and m.saiu_em is null and public.has_right('gerir_equipe')
  group by m.user_id;
end;

revoke execute on function give_own_empresa(), vistos_em() from public;

grant execute on function vistos_em() to app;

-- migrate:down
