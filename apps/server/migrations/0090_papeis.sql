-- The rights of each papel, and the functions of the door that check them (ADR 0058, ADR 0059).

-- migrate:up
-- The rights of a membro, each between two commas. packages/contract/src/papeis.ts states the same table.
create function direitos_of(p_papel text, p_ve_custo boolean) returns text
language sql immutable parallel safe
return case p_papel
  when 'dono' then
    ',consultar,ver_custo,alterar_produtos,movimentar_estoque,alterar_clientes,integrar,alterar_empresa,gerir_equipe,transferir_empresa,'
  when 'administrador' then
    ',consultar,ver_custo,alterar_produtos,movimentar_estoque,alterar_clientes,integrar,alterar_empresa,gerir_equipe,'
  when 'estoque' then ',consultar,alterar_produtos,movimentar_estoque,'
  when 'vendas' then ',consultar,alterar_clientes,'
  when 'consulta' then ',consultar,'
end || case when p_ve_custo then 'ver_custo,' else '' end;

-- Whether the current transaction has a right. Jobs have every right. Outside the door nothing is set: only functions
-- that work across empresas run there, and row level security refuses everybody else.
create function has_right(p_right text) returns boolean
language sql stable parallel safe
return coalesce(nullif(current_setting('app.direitos', true), ''), '*') = '*'
  or position(',' || p_right || ',' in current_setting('app.direitos', true)) > 0;

create function demand_right(p_right text) returns void
language plpgsql
set search_path = pg_catalog
as $$
begin
  if not public.has_right(p_right) then
    raise exception 'the papel lacks the right %', p_right using errcode = 'PR403';
  end if;
end
$$;

-- A trigger before a change. Its argument is the right that the change needs.
create function demand_right_of_change() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  perform public.demand_right(tg_argv[0]);
  return new;
end
$$;

-- The right that a change of a table with a history needs. A table without one is changed by every membro.
create function right_of_table(p_table text) returns text
language sql immutable parallel safe
return case
  when p_table in ('marcas', 'categorias', 'fornecedores', 'produtos') then 'alterar_produtos'
  when p_table in ('clientes', 'vendedores') then 'alterar_clientes'
  when p_table = 'produto_deposito' then 'movimentar_estoque'
  when p_table = 'depositos' then 'integrar'
end;

-- As before, and demands the right first, so that no route and no undo changes a record that the papel may not change.
create or replace function record_historico() returns trigger
language plpgsql
set search_path = pg_catalog, public
as $$
declare
  v_right text := right_of_table(tg_table_name);
  v_omitted text[] := coalesce(tg_argv, '{}');
  v_antes jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - v_omitted end;
  v_depois jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - v_omitted end;
begin
  if v_right is not null then
    perform demand_right(v_right);
  end if;
  if tg_op = 'UPDATE' and v_antes = v_depois then
    return null;
  end if;
  insert into public.historico (empresa_id, lote, tabela, registro_id, operacao, antes, depois, user_id)
  values (
    coalesce(new.empresa_id, old.empresa_id), current_setting('app.lote')::uuid, tg_table_name,
    coalesce(new.id, old.id), left(tg_op, 1), v_antes, v_depois, current_setting('app.user_id')::uuid
  );
  return null;
end
$$;

-- The history of the data of an empresa. The table has no `empresa_id`, because its `id` is one.
create function record_empresa() returns trigger
language plpgsql
set search_path = pg_catalog, public
as $$
begin
  perform demand_right('alterar_empresa');
  insert into public.historico (empresa_id, lote, tabela, registro_id, operacao, antes, depois, user_id)
  values (
    new.id, current_setting('app.lote')::uuid, 'empresas', new.id, 'U', to_jsonb(old), to_jsonb(new),
    current_setting('app.user_id')::uuid
  );
  return null;
end
$$;

-- Opens a transaction for a session in one of the empresas of its person. Each page names its empresa, so two tabs of
-- one session work in two empresas. `p_right` is the right that the route needs.
create function use_session(p_token text, p_empresa uuid, p_lote uuid, p_statement_ms integer, p_right text) returns void
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
  select s.user_id, public.direitos_of(m.papel, m.ve_custo) into v_user, v_direitos
  from auth.sessions s
  left join public.membros m on m.empresa_id = p_empresa and m.user_id = s.user_id and m.saiu_em is null
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
    raise exception 'the papel lacks the right %', p_right using errcode = 'PR403';
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

-- The previous release calls this one. It checks the rights of changes, because the triggers below do.
create or replace function use_session(p_token text, p_empresa uuid, p_lote uuid, p_statement_ms integer) returns void
language sql security definer
set search_path = pg_catalog
as $$ select public.use_session(p_token, p_empresa, p_lote, p_statement_ms, null) $$;

-- The user of a session, and the empresa that its page names or, without one, the empresa that the session used last.
-- `empresa_id` is null for a person who is not a membro of the named empresa.
create function access_of(p_token_hash text, p_empresa uuid)
returns table (user_id uuid, empresa_id uuid, direitos text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select s.user_id, m.empresa_id, public.direitos_of(m.papel, m.ve_custo)
  from auth.sessions s
  left join lateral (
    select own.empresa_id, own.papel, own.ve_custo from public.membros own
    where own.user_id = s.user_id and own.saiu_em is null and (p_empresa is null or own.empresa_id = p_empresa)
    order by (own.empresa_id = s.empresa_id) desc, own.created_at, own.empresa_id limit 1) m on true
  where s.token_hash = p_token_hash and s.expires_at > now();
end;

-- As the older function of this name, and says what the person may do in the empresa. A page whose empresa the person
-- has left gets the empresa that the session used last.
create function session_of(p_token_hash text, p_empresa uuid)
returns table (
  session_id uuid, user_id uuid, empresa_id uuid, empresa_nome text, empresa_logo text, papel text, ve_custo boolean,
  full_name text, email text, expires_at timestamptz, confirmed_at timestamptz, google_at timestamptz, identities jsonb,
  factors jsonb
)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select s.id, s.user_id, e.id, e.nome, e.logo_url, m.papel, m.ve_custo, nullif(u.name, ''), u.email, s.expires_at,
    s.confirmed_at, s.google_at,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id,
        'provider', case a.provider_id when 'credential' then 'email' else a.provider_id end,
        'email', coalesce(a.email, u.email)) order by a.created_at), '[]')
      from auth.accounts a where a.user_id = u.id),
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'factor_type', f.factor_type, 'status', f.status, 'friendly_name', f.friendly_name)), '[]')
      from auth.factors f where f.user_id = u.id)
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  join lateral (
    select own.empresa_id, own.papel, own.ve_custo from public.membros own
    where own.user_id = s.user_id and own.saiu_em is null
    order by (own.empresa_id = p_empresa) desc nulls last, (own.empresa_id = s.empresa_id) desc, own.created_at, own.empresa_id
    limit 1) m on true
  join public.empresas e on e.id = m.empresa_id
  where s.token_hash = p_token_hash and s.expires_at > now();
end;

-- The previous release calls this one. As before, for a person who is still a membro.
create or replace function session_of(p_token_hash text)
returns table (
  session_id uuid, user_id uuid, empresa_id uuid, empresa_nome text, full_name text, email text,
  expires_at timestamptz, confirmed_at timestamptz, google_at timestamptz, identities jsonb, factors jsonb
)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select s.id, s.user_id, s.empresa_id, e.nome, nullif(u.name, ''), u.email, s.expires_at, s.confirmed_at, s.google_at,
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id,
        'provider', case a.provider_id when 'credential' then 'email' else a.provider_id end,
        'email', coalesce(a.email, u.email)) order by a.created_at), '[]')
      from auth.accounts a where a.user_id = u.id),
    (select coalesce(jsonb_agg(jsonb_build_object(
        'id', f.id, 'factor_type', f.factor_type, 'status', f.status, 'friendly_name', f.friendly_name)), '[]')
      from auth.factors f where f.user_id = u.id)
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  join public.membros m on m.empresa_id = s.empresa_id and m.user_id = s.user_id and m.saiu_em is null
  join public.empresas e on e.id = s.empresa_id
  where s.token_hash = p_token_hash and s.expires_at > now();
end;

-- As before, and names the empresa only to a person who is still a membro of it.
create or replace function claim_conta(p_marketplace text, p_seller_id text, p_conta uuid)
returns table (empresa_id uuid, conta_id uuid, empresa_nome text)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  perform public.lock_seller(p_marketplace, p_seller_id);
  if exists (select from marketplaces.revogacoes r
      where r.marketplace = p_marketplace and r.seller_id = p_seller_id and r.leased_until >= clock_timestamp()) then
    return;
  end if;
  insert into marketplaces.donos (marketplace, seller_id, empresa_id, conta_id)
  values (p_marketplace, p_seller_id, public.current_empresa(), p_conta)
  on conflict (marketplace, seller_id) do nothing;
  return query
  select d.empresa_id, d.conta_id, (
      select e.nome from public.empresas e
      join public.membros m on m.empresa_id = e.id and m.user_id = public.current_usuario()
        and m.saiu_em is null
      where e.id = d.empresa_id)
  from marketplaces.donos d where d.marketplace = p_marketplace and d.seller_id = p_seller_id;
end
$$;

-- The empresas of the person of a session, by name.
create function empresas_of(p_token_hash text)
returns table (id uuid, nome text, cnpj text, logo_url text, papel text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select e.id, e.nome, e.cnpj, e.logo_url, m.papel
  from auth.sessions s
  join public.membros m on m.user_id = s.user_id and m.saiu_em is null
  join public.empresas e on e.id = m.empresa_id
  where s.token_hash = p_token_hash and s.expires_at > now()
  order by public.normalize_text(e.nome), e.id;
end;

-- Remembers the empresa that a session used last, for its next tab. Returns false unless the person is a membro there.
create function auth.remember_empresa(p_token_hash text, p_empresa uuid) returns boolean
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  update auth.sessions s set empresa_id = p_empresa
  where s.token_hash = p_token_hash and s.expires_at > now()
    and exists (select from public.membros m where m.empresa_id = p_empresa and m.user_id = s.user_id and m.saiu_em is null);
  return found;
end
$$;

-- Creates an empresa with the user as its dono. A repeated call finds it and creates no second one. Returns false when
-- the user owns as many as one person may, or when the id is another's. The row lock makes concurrent calls count each
-- other.
create function auth.create_empresa(p_user uuid, p_empresa uuid, p_nome text, p_limit integer) returns boolean
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  perform from auth.users where id = p_user for update;
  if exists (select from public.membros where empresa_id = p_empresa and user_id = p_user and saiu_em is null) then
    return true;
  end if;
  if (select count(*) from public.membros where user_id = p_user and papel = 'dono' and saiu_em is null) >= p_limit then
    return false;
  end if;
  insert into public.empresas (id, nome) values (p_empresa, p_nome) on conflict (id) do nothing;
  if not found then
    return false;
  end if;
  insert into public.membros (empresa_id, user_id, papel) values (p_empresa, p_user, 'dono');
  return true;
end
$$;

-- As before, and states the papel.
create or replace function auth.ensure_empresa(p_user uuid) returns uuid
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_user auth.users;
  v_empresa uuid;
begin
  select * into strict v_user from auth.users where id = p_user for update;
  insert into public.profiles (id, full_name, email) values (p_user, nullif(v_user.name, ''), v_user.email)
    on conflict (id) do nothing;
  select empresa_id into v_empresa from public.membros where user_id = p_user and saiu_em is null
  order by created_at, empresa_id limit 1;
  if v_empresa is null then
    insert into public.empresas (nome) values (left(coalesce(nullif(v_user.name, ''), v_user.email), 200))
      returning id into v_empresa;
    insert into public.membros (empresa_id, user_id, papel) values (v_empresa, p_user, 'dono');
  end if;
  return v_empresa;
end
$$;

revoke execute on function use_session(text, uuid, uuid, integer, text), access_of(text, uuid),
  session_of(text, uuid), empresas_of(text), auth.remember_empresa(text, uuid),
  auth.create_empresa(uuid, uuid, text, integer) from public;

grant execute on function use_session(text, uuid, uuid, integer, text), access_of(text, uuid),
  session_of(text, uuid), empresas_of(text) to app;

grant execute on function has_right(text) to app;

grant execute on function auth.remember_empresa(text, uuid), auth.create_empresa(uuid, uuid, text, integer) to auth_app;

-- migrate:down
