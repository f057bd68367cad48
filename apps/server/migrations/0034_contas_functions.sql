-- migrate:up
-- What must look beyond the current empresa: who holds an account, and which contas wait for a job. Each runs as
-- `contas` and answers the least that serves.

-- Whoever claims, moves or revokes the same account waits for the other. Locks are taken in one order everywhere: this
-- one, the row of tokens, the conta.
create function lock_conta_ml(p_user_ml_id bigint) returns void
language sql
set search_path = pg_catalog
return pg_advisory_xact_lock(hashtextextended('mercado_livre ' || p_user_ml_id, 0));

-- Takes the account for the current empresa unless somebody holds it, and says who does. The name of another empresa
-- is told to its own membros.
create function claim_conta(p_user_ml_id bigint, p_conta uuid)
returns table (empresa_id uuid, conta_id uuid, empresa_nome text)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  perform public.lock_conta_ml(p_user_ml_id);
  insert into marketplaces.mercado_livre_donos (user_ml_id, empresa_id, conta_id)
  values (p_user_ml_id, public.current_empresa(), p_conta)
  on conflict (user_ml_id) do nothing;
  return query
  select d.empresa_id, d.conta_id, (
      select e.nome from public.empresas e
      join public.membros m on m.empresa_id = e.id and m.user_id = public.current_usuario()
      where e.id = d.empresa_id)
  from marketplaces.mercado_livre_donos d where d.user_ml_id = p_user_ml_id;
end
$$;

create function release_conta(p_conta uuid) returns void
language sql security definer
set search_path = pg_catalog
begin atomic
  delete from marketplaces.mercado_livre_donos d where d.empresa_id = public.current_empresa() and d.conta_id = p_conta;
end;

-- An exchange made in the current empresa ended the grant of who holds the account: the new tokens, sealed to the
-- holder's row, go there, and the conexao remembers whose account was proven.
create function give_tokens(
  p_conexao uuid, p_user_ml_id bigint, p_access_token text, p_refresh_token text, p_seconds float8
) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_dono marketplaces.mercado_livre_donos;
begin
  update public.conexoes c set user_ml_id = p_user_ml_id, proven_at = now()
  where c.empresa_id = public.current_empresa() and c.id = p_conexao and c.user_id = public.current_usuario()
    and c.used_at > now() - interval '10 minutes' and c.proven_at is null;
  if not found then
    raise exception 'no conexao under way';
  end if;
  select * into strict v_dono from marketplaces.mercado_livre_donos d where d.user_ml_id = p_user_ml_id;
  insert into public.mercado_livre_tokens as t (empresa_id, conta_id, access_token, refresh_token, expires_at)
  values (v_dono.empresa_id, v_dono.conta_id, p_access_token, p_refresh_token, now() + make_interval(secs => p_seconds))
  on conflict (empresa_id, conta_id) do update
    set access_token = excluded.access_token, refresh_token = excluded.refresh_token, expires_at = excluded.expires_at,
      versao = t.versao + 1;
  update public.mercado_livre_config m set situacao = 'ativa', updated_at = now()
  where m.empresa_id = v_dono.empresa_id and m.id = v_dono.conta_id and m.situacao <> 'ativa';
end
$$;

-- The sealed tokens of an account proven a moment ago in the current empresa and held by another, locked until it moved.
create function held_tokens(p_conexao uuid)
returns table (
  empresa_id uuid, conta_id uuid, access_token text, refresh_token text, seconds float8
)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  v_user_ml_id bigint;
begin
  select c.user_ml_id into v_user_ml_id from public.conexoes c
  where c.empresa_id = public.current_empresa() and c.id = p_conexao and c.user_id = public.current_usuario()
    and c.proven_at > now() - interval '10 minutes' and c.moved_at is null
  for update;
  perform public.lock_conta_ml(v_user_ml_id);
  return query
  select t.empresa_id, t.conta_id, t.access_token, t.refresh_token,
    extract(epoch from t.expires_at - now())::float8
  from marketplaces.mercado_livre_donos d
  join public.mercado_livre_tokens t on t.empresa_id = d.empresa_id and t.conta_id = d.conta_id
  where d.user_ml_id = v_user_ml_id and d.empresa_id <> public.current_empresa()
  for update of t;
end
$$;

-- From the empresa that holds a proven account to the current one: there it is disconnected, here it is a new conta.
create function move_conta(
  p_conexao uuid, p_conta uuid, p_access_token text, p_refresh_token text, p_seconds float8
) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_conexao public.conexoes;
  v_dono marketplaces.mercado_livre_donos;
begin
  update public.conexoes c set moved_at = now()
  where c.empresa_id = public.current_empresa() and c.id = p_conexao and c.user_id = public.current_usuario()
    and c.proven_at > now() - interval '10 minutes' and c.moved_at is null
  returning * into strict v_conexao;
  perform public.lock_conta_ml(v_conexao.user_ml_id);
  select * into strict v_dono from marketplaces.mercado_livre_donos d where d.user_ml_id = v_conexao.user_ml_id;
  delete from public.mercado_livre_tokens t
  where t.empresa_id = v_dono.empresa_id and t.conta_id = v_dono.conta_id;
  update public.mercado_livre_config m set active = false, updated_at = now()
  where m.empresa_id = v_dono.empresa_id and m.id = v_dono.conta_id and m.active;
  update marketplaces.mercado_livre_donos d set empresa_id = public.current_empresa(), conta_id = p_conta
  where d.user_ml_id = v_conexao.user_ml_id;
  insert into public.mercado_livre_config (empresa_id, id, user_id, nickname, user_ml_id)
  values (public.current_empresa(), p_conta, public.current_usuario(), v_conexao.nickname, v_conexao.user_ml_id);
  insert into public.mercado_livre_tokens (empresa_id, conta_id, access_token, refresh_token, expires_at)
  values (public.current_empresa(), p_conta, p_access_token, p_refresh_token, now() + make_interval(secs => p_seconds));
end
$$;

-- Whether somebody holds the account of a conta that is to be revoked: revoking would cut them off. Nobody can take
-- hold of it until this transaction ends.
create function is_conta_held(p_conta uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_user_ml_id bigint;
begin
  select m.user_ml_id into strict v_user_ml_id from public.mercado_livre_config m
  where m.empresa_id = public.current_empresa() and m.id = p_conta;
  perform public.lock_conta_ml(v_user_ml_id);
  return exists (select from marketplaces.mercado_livre_donos d where d.user_ml_id = v_user_ml_id);
end
$$;

-- Contas whose access token has run out or is about to.
create function contas_running_out(p_limit integer) returns table (empresa_id uuid, conta_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select t.empresa_id, t.conta_id from public.mercado_livre_tokens t
  join public.mercado_livre_config m on m.empresa_id = t.empresa_id and m.id = t.conta_id
  where m.active and m.situacao = 'ativa' and t.expires_at < now() + interval '5 minutes'
  order by t.expires_at limit p_limit;
end;

-- Contas disconnected here whose grant may still stand there.
create function contas_unrevoked(p_limit integer) returns table (empresa_id uuid, conta_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select t.empresa_id, t.conta_id from public.mercado_livre_tokens t
  join public.mercado_livre_config m on m.empresa_id = t.empresa_id and m.id = t.conta_id
  where not m.active and m.updated_at < now() - interval '15 minutes'
  order by m.updated_at limit p_limit;
end;

-- Contas after a given one with a token sealed otherwise than the prefix says.
create function contas_sealed_otherwise(p_prefix text, p_empresa uuid, p_conta uuid, p_limit integer)
returns table (empresa_id uuid, conta_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select t.empresa_id, t.conta_id from public.mercado_livre_tokens t
  where (t.empresa_id, t.conta_id) > (p_empresa, p_conta)
    and not (starts_with(t.access_token, p_prefix) and coalesce(starts_with(t.refresh_token, p_prefix), true))
  order by t.empresa_id, t.conta_id limit p_limit;
end;

create function sweep_conexoes() returns void
language sql security definer
set search_path = pg_catalog
begin atomic
  delete from public.conexoes where ctid = any (array(
    select c.ctid from public.conexoes c where c.expires_at < now() - interval '1 hour' limit 10000));
end;

-- Owning them takes the right to create, for as long as it takes to be given it.
grant create on schema public to contas;

alter function lock_conta_ml(bigint) owner to contas;

alter function claim_conta(bigint, uuid) owner to contas;

alter function release_conta(uuid) owner to contas;

alter function give_tokens(uuid, bigint, text, text, float8) owner to contas;

alter function held_tokens(uuid) owner to contas;

alter function move_conta(uuid, uuid, text, text, float8) owner to contas;

alter function is_conta_held(uuid) owner to contas;

alter function contas_running_out(integer) owner to contas;

alter function contas_unrevoked(integer) owner to contas;

alter function contas_sealed_otherwise(text, uuid, uuid, integer) owner to contas;

alter function sweep_conexoes() owner to contas;

revoke create on schema public from contas;

revoke execute on function lock_conta_ml(bigint), claim_conta(bigint, uuid), release_conta(uuid),
give_tokens(uuid, bigint, text, text, float8), held_tokens(uuid), move_conta(uuid, uuid, text, text, float8),
is_conta_held(uuid), contas_running_out(integer), contas_unrevoked(integer),
contas_sealed_otherwise(text, uuid, uuid, integer), sweep_conexoes() from public;

grant execute on function claim_conta(bigint, uuid), release_conta(uuid),
give_tokens(uuid, bigint, text, text, float8), held_tokens(uuid), move_conta(uuid, uuid, text, text, float8),
is_conta_held(uuid), contas_running_out(integer), contas_unrevoked(integer),
contas_sealed_otherwise(text, uuid, uuid, integer), sweep_conexoes() to app;

-- migrate:down
