-- migrate:up
-- Functions that must look beyond the current empresa: which empresa holds an account, and which contas a job must work
-- on. Each runs as `contas` and returns as little as possible.

-- Makes transactions that claim, move or revoke the same account wait for each other. Every transaction locks in the
-- same order: this lock, the row of tokens, the conta.
create function lock_seller(p_marketplace text, p_seller_id text) returns void
language sql
set search_path = pg_catalog
return pg_advisory_xact_lock(hashtextextended(p_marketplace || ' ' || p_seller_id, 0));

-- Claims the account for the current empresa unless an empresa already holds it, and returns the holder. The name of
-- another empresa is returned only to its own membros.
create function claim_conta(p_marketplace text, p_seller_id text, p_conta uuid)
returns table (empresa_id uuid, conta_id uuid, empresa_nome text)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  perform public.lock_seller(p_marketplace, p_seller_id);
  insert into marketplaces.donos (marketplace, seller_id, empresa_id, conta_id)
  values (p_marketplace, p_seller_id, public.current_empresa(), p_conta)
  on conflict (marketplace, seller_id) do nothing;
  return query
  select d.empresa_id, d.conta_id, (
      select e.nome from public.empresas e
      join public.membros m on m.empresa_id = e.id and m.user_id = public.current_usuario()
      where e.id = d.empresa_id)
  from marketplaces.donos d where d.marketplace = p_marketplace and d.seller_id = p_seller_id;
end
$$;

create function release_conta(p_conta uuid) returns void
language sql security definer
set search_path = pg_catalog
begin atomic
  delete from marketplaces.donos d where d.empresa_id = public.current_empresa() and d.conta_id = p_conta;
end;

-- A code exchange in the current empresa has ended the grant of the empresa that holds the account. This stores the new
-- tokens, sealed for the holder's row, in that row, and records in the conexao which account was proven.
create function give_tokens(
  p_conexao uuid, p_seller_id text, p_access_token text, p_refresh_token text, p_seconds float8
) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_dono marketplaces.donos;
  v_marketplace text;
begin
  update public.conexoes c set seller_id = p_seller_id, proven_at = now()
  where c.empresa_id = public.current_empresa() and c.id = p_conexao and c.user_id = public.current_usuario()
    and c.used_at > now() - interval '10 minutes' and c.proven_at is null
  returning c.marketplace into v_marketplace;
  if not found then
    raise exception 'no conexao under way';
  end if;
  select * into strict v_dono from marketplaces.donos d where d.marketplace = v_marketplace and d.seller_id = p_seller_id;
  insert into public.mercado_livre_tokens as t (empresa_id, conta_id, access_token, refresh_token, expires_at)
  values (v_dono.empresa_id, v_dono.conta_id, p_access_token, p_refresh_token, now() + make_interval(secs => p_seconds))
  on conflict (empresa_id, conta_id) do update
    set access_token = excluded.access_token, refresh_token = excluded.refresh_token, expires_at = excluded.expires_at,
      versao = t.versao + 1;
  update public.mercado_livre_config m set situacao = 'ativa', updated_at = now()
  where m.empresa_id = v_dono.empresa_id and m.id = v_dono.conta_id and m.situacao <> 'ativa';
end
$$;

-- The sealed tokens of an account that another empresa holds and that was proven in the current one within ten minutes.
-- The rows stay locked until the transaction that moves the account ends.
create function held_tokens(p_conexao uuid)
returns table (
  empresa_id uuid, conta_id uuid, access_token text, refresh_token text, seconds float8
)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  v_marketplace text;
  v_seller_id text;
begin
  select c.marketplace, c.seller_id into v_marketplace, v_seller_id from public.conexoes c
  where c.empresa_id = public.current_empresa() and c.id = p_conexao and c.user_id = public.current_usuario()
    and c.proven_at > now() - interval '10 minutes' and c.moved_at is null
  for update;
  perform public.lock_seller(v_marketplace, v_seller_id);
  return query
  select t.empresa_id, t.conta_id, t.access_token, t.refresh_token,
    extract(epoch from t.expires_at - now())::float8
  from marketplaces.donos d
  join public.mercado_livre_tokens t on t.empresa_id = d.empresa_id and t.conta_id = d.conta_id
  where d.marketplace = v_marketplace and d.seller_id = v_seller_id and d.empresa_id <> public.current_empresa()
  for update of t;
end
$$;

-- Moves a proven account from the empresa that holds it to the current one: disconnects it there and creates a new
-- conta here.
create function move_conta(
  p_conexao uuid, p_conta uuid, p_access_token text, p_refresh_token text, p_seconds float8
) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_conexao public.conexoes;
  v_dono marketplaces.donos;
begin
  update public.conexoes c set moved_at = now()
  where c.empresa_id = public.current_empresa() and c.id = p_conexao and c.user_id = public.current_usuario()
    and c.proven_at > now() - interval '10 minutes' and c.moved_at is null
  returning * into strict v_conexao;
  perform public.lock_seller(v_conexao.marketplace, v_conexao.seller_id);
  select * into strict v_dono from marketplaces.donos d
  where d.marketplace = v_conexao.marketplace and d.seller_id = v_conexao.seller_id;
  delete from public.mercado_livre_tokens t
  where t.empresa_id = v_dono.empresa_id and t.conta_id = v_dono.conta_id;
  update public.mercado_livre_config m set active = false, updated_at = now()
  where m.empresa_id = v_dono.empresa_id and m.id = v_dono.conta_id and m.active;
  update marketplaces.donos d set empresa_id = public.current_empresa(), conta_id = p_conta
  where d.marketplace = v_conexao.marketplace and d.seller_id = v_conexao.seller_id;
  insert into public.mercado_livre_config (empresa_id, id, user_id, marketplace, nickname, user_ml_id)
  values (public.current_empresa(), p_conta, public.current_usuario(), v_conexao.marketplace, v_conexao.nickname, v_conexao.seller_id);
  insert into public.mercado_livre_tokens (empresa_id, conta_id, access_token, refresh_token, expires_at)
  values (public.current_empresa(), p_conta, p_access_token, p_refresh_token, now() + make_interval(secs => p_seconds));
end
$$;

-- Contas whose access token has expired or expires within five minutes.
create function contas_running_out(p_limit integer) returns table (empresa_id uuid, conta_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select t.empresa_id, t.conta_id from public.mercado_livre_tokens t
  join public.mercado_livre_config m on m.empresa_id = t.empresa_id and m.id = t.conta_id
  where m.active and m.situacao = 'ativa' and t.expires_at < now() + interval '5 minutes'
  order by t.expires_at limit p_limit;
end;

-- Disconnected contas whose grant at the marketplace may not be revoked yet.
create function contas_unrevoked(p_limit integer) returns table (empresa_id uuid, conta_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select t.empresa_id, t.conta_id from public.mercado_livre_tokens t
  join public.mercado_livre_config m on m.empresa_id = t.empresa_id and m.id = t.conta_id
  where not m.active and m.updated_at < now() - interval '15 minutes'
  order by m.updated_at limit p_limit;
end;

-- Contas after a given one that have a token sealed with another key than the prefix names.
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

-- `contas` needs the right to create in the schema only while it becomes the owner.
grant create on schema public to contas;

alter function lock_seller(text, text) owner to contas;

alter function claim_conta(text, text, uuid) owner to contas;

alter function release_conta(uuid) owner to contas;

alter function give_tokens(uuid, text, text, text, float8) owner to contas;

alter function held_tokens(uuid) owner to contas;

alter function move_conta(uuid, uuid, text, text, float8) owner to contas;

alter function contas_running_out(integer) owner to contas;

alter function contas_unrevoked(integer) owner to contas;

alter function contas_sealed_otherwise(text, uuid, uuid, integer) owner to contas;

alter function sweep_conexoes() owner to contas;

revoke create on schema public from contas;

revoke execute on function lock_seller(text, text), claim_conta(text, text, uuid), release_conta(uuid),
give_tokens(uuid, text, text, text, float8), held_tokens(uuid), move_conta(uuid, uuid, text, text, float8),
contas_running_out(integer), contas_unrevoked(integer),
contas_sealed_otherwise(text, uuid, uuid, integer), sweep_conexoes() from public;

grant execute on function claim_conta(text, text, uuid), release_conta(uuid),
give_tokens(uuid, text, text, text, float8), held_tokens(uuid), move_conta(uuid, uuid, text, text, float8),
contas_running_out(integer), contas_unrevoked(integer),
contas_sealed_otherwise(text, uuid, uuid, integer), sweep_conexoes() to app;

-- migrate:down
