-- migrate:up
-- The tables of the sign-in library, in a separate schema with a separate role. The product reaches them only through
-- the two functions at the end.
create table auth.users (
  id uuid primary key default uuidv7(),
  name text not null,
  email text not null constraint users_email_key unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

comment on column auth.users.name is 'class: personal';

comment on column auth.users.email is 'class: personal';

create table auth.sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null constraint sessions_user_fkey references auth.users (id) on delete cascade,
  -- The empresa this session works in.
  empresa_id uuid not null,
  token text not null constraint sessions_token_key unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index sessions_user_id_idx on auth.sessions (user_id);

comment on column auth.sessions.token is 'class: secret';

create table auth.accounts (
  id uuid primary key default uuidv7(),
  user_id uuid not null constraint accounts_user_fkey references auth.users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_provider_account_key unique (provider_id, account_id)
);

create index accounts_user_id_idx on auth.accounts (user_id);

comment on column auth.accounts.password is 'class: secret';

create table auth.verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index verifications_identifier_idx on auth.verifications (identifier);

grant usage on schema auth to auth_app;

grant select, insert, update, delete on all tables in schema auth to auth_app;

-- Creates the empresa, membership and profile of a user unless they exist. Every new session calls it first, so a crash
-- between sign-up and the first session leaves nothing to repair. The row lock makes two concurrent first sign-ins
-- create one empresa.
create function auth.ensure_empresa(p_user uuid) returns uuid
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
  select empresa_id into v_empresa from public.membros where user_id = p_user order by created_at, empresa_id limit 1;
  if v_empresa is null then
    insert into public.empresas (nome) values (coalesce(nullif(v_user.name, ''), v_user.email)) returning id into v_empresa;
    insert into public.membros (empresa_id, user_id) values (v_empresa, p_user);
  end if;
  return v_empresa;
end
$$;

revoke execute on function auth.ensure_empresa(uuid) from public;

grant execute on function auth.ensure_empresa(uuid) to auth_app;

-- Returns the user and the empresa of a session token, or no row when the token, the user or the membership is missing.
create function session_of(p_token text)
returns table (user_id uuid, empresa_id uuid, empresa_nome text, full_name text, email text, expires_at timestamptz)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select s.user_id, s.empresa_id, e.nome, nullif(u.name, ''), u.email, s.expires_at
  from auth.sessions s
  join auth.users u on u.id = s.user_id
  join public.membros m on m.empresa_id = s.empresa_id and m.user_id = s.user_id
  join public.empresas e on e.id = s.empresa_id
  where s.token = p_token and s.expires_at > now();
end;

-- Opens a transaction for a session: checks the session and its membership and sets the empresa, in the same round trip
-- as the query that follows. The caller passes the empresa it expects; the function refuses a session of another one.
create function use_session(p_token text, p_empresa uuid, p_lote uuid) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_user uuid;
begin
  select s.user_id into v_user
  from auth.sessions s
  join public.membros m on m.empresa_id = s.empresa_id and m.user_id = s.user_id
  where s.token = p_token and s.empresa_id = p_empresa and s.expires_at > now();
  if v_user is null then
    raise exception 'no such session' using errcode = 'PR401';
  end if;
  execute format('set local app.empresa_id = %L', p_empresa);
  if p_lote is null then
    set local transaction_read_only = on;
  else
    execute format('set local app.user_id = %L', v_user);
    execute format('set local app.lote = %L', p_lote);
  end if;
end
$$;

revoke execute on function session_of(text), use_session(text, uuid, uuid) from public;

grant execute on function session_of(text), use_session(text, uuid, uuid) to app;

-- migrate:down
