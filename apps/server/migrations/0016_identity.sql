-- migrate:up
-- The remaining tables of identity: users, accounts and sessions exist already. Tokens are stored as hashes. The worker
-- deletes expired rows.

-- An e-mail to be sent, and the link in it. The row is written in the transaction of the change that needs it. The
-- worker creates the link's token when it sends the e-mail, so no secret is stored before. A recovery is requested by
-- address alone; the worker looks the account up, so the answer to the request does not reveal whether the account
-- exists.
create table auth.emails (
  id uuid primary key default uuidv7(),
  kind text not null constraint emails_kind_check check (kind in ('confirmacao', 'recuperacao', 'novo_email', 'aviso')),
  address text not null,
  user_id uuid constraint emails_user_fkey references auth.users (id) on delete cascade,
  data jsonb not null default '{}',
  token_hash text constraint emails_token_hash_key unique,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  -- When a worker claimed the e-mail. After a minute another worker may claim it: the first one must have died.
  claimed_at timestamptz,
  sent_at timestamptz,
  -- When the link was used or became void: a newer link replaced it, or a change of the account cancelled it.
  used_at timestamptz
);

create index emails_created_at_idx on auth.emails (created_at);

create index emails_user_id_idx on auth.emails (user_id, kind);

create index emails_unsent_idx on auth.emails (created_at) where sent_at is null;

comment on column auth.emails.address is 'class: personal';

comment on column auth.emails.data is 'class: personal';

comment on column auth.emails.token_hash is 'class: secret';

-- Browsers in which a user has signed in before. They can still sign in while an attack exhausts the account's limits.
create table auth.devices (
  token_hash text not null,
  user_id uuid not null constraint devices_user_fkey references auth.users (id) on delete cascade,
  last_used_at timestamptz not null default now(),
  constraint devices_pkey primary key (token_hash, user_id)
);

create index devices_user_id_idx on auth.devices (user_id);

create index devices_last_used_at_idx on auth.devices (last_used_at);

-- A second factor. `last_step` is the newest time step of an accepted code, so that no code is accepted twice.
create table auth.factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null constraint factors_user_fkey references auth.users (id) on delete cascade,
  factor_type text not null constraint factors_type_check check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' constraint factors_status_check check (status in ('verified', 'unverified')),
  friendly_name text,
  secret text not null,
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create unique index factors_one_of_each_key on auth.factors (user_id, factor_type, status);

comment on column auth.factors.secret is 'class: secret, sealed';

-- All codes of a set share one salt, so that one hashing finds a code among the ten.
create table auth.backup_codes (
  user_id uuid not null constraint backup_codes_user_fkey references auth.users (id) on delete cascade,
  hash text not null,
  salt text not null,
  used_at timestamptz,
  constraint backup_codes_pkey primary key (user_id, hash)
);

comment on column auth.backup_codes.hash is 'class: secret';

-- A sign-in that waits for its second factor.
create table auth.challenges (
  token_hash text primary key,
  user_id uuid not null constraint challenges_user_fkey references auth.users (id) on delete cascade,
  method text not null,
  tries int not null default 0,
  expires_at timestamptz not null default now() + interval '10 minutes'
);

-- An OAuth flow at a provider under way. A cookie binds it to the browser, and it can be read once.
create table auth.oauth_flows (
  token_hash text primary key,
  purpose text not null constraint oauth_flows_purpose_check check (purpose in ('entrar', 'vincular', 'confirmar')),
  session_id uuid,
  flow jsonb not null,
  return_to text,
  expires_at timestamptz not null default now() + interval '10 minutes'
);

-- Token buckets of sign-in attempts, shared by all processes. Unlogged, so that no attempt waits for the disk; after a
-- crash every bucket is full again.
create unlogged table auth.limits (
  key text primary key,
  level float8 not null,
  updated_at timestamptz not null
);

create index limits_updated_at_idx on auth.limits (updated_at);

-- The audit log of accounts: who did what, when and from where. Append-only. Without a foreign key, because an event
-- outlives its user.
create table auth.events (
  id uuid primary key default uuidv7(),
  user_id uuid,
  kind text not null,
  method text,
  session_id uuid,
  address text,
  user_agent text,
  created_at timestamptz not null default now()
);

create index events_user_id_idx on auth.events (user_id, id desc);

comment on column auth.events.address is 'class: personal';

comment on column auth.events.user_agent is 'class: personal';

grant select, insert, update, delete
on auth.emails, auth.devices, auth.factors, auth.backup_codes, auth.challenges, auth.oauth_flows, auth.limits
to auth_app;

grant select, insert on auth.events to auth_app;

-- Takes one token from each bucket in order and stops at the first empty one. Returns 0, or the seconds to wait. A
-- bucket refills by one token every `p_seconds`, up to its capacity.
create function auth.take_limits(p_keys text[], p_capacities float8[], p_seconds float8[]) returns float8
language plpgsql
set search_path = pg_catalog
as $$
declare
  v_wait float8;
begin
  for n in 1 .. cardinality(p_keys) loop
    insert into auth.limits as l (key, level, updated_at) values (p_keys[n], p_capacities[n] - 1, clock_timestamp())
    on conflict (key) do update
      set level = least(p_capacities[n], l.level + extract(epoch from clock_timestamp() - l.updated_at) / p_seconds[n]) - 1,
        updated_at = clock_timestamp()
      where least(p_capacities[n], l.level + extract(epoch from clock_timestamp() - l.updated_at) / p_seconds[n]) >= 1;
    if not found then
      select (1 - l.level) * p_seconds[n] - extract(epoch from clock_timestamp() - l.updated_at) into v_wait
      from auth.limits l where l.key = p_keys[n];
      return greatest(coalesce(v_wait, 1), 1);
    end if;
  end loop;
  return 0;
end
$$;

revoke execute on function auth.take_limits(text[], float8[], float8[]) from public;

grant execute on function auth.take_limits(text[], float8[], float8[]) to auth_app;

-- Triggers copy changes of the account into the profile, so that the switches on screen show the real state.
create function auth.follow_user() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  update public.profiles set full_name = nullif(new.name, ''), email = new.email where id = new.id;
  return null;
end
$$;

revoke execute on function auth.follow_user() from public;

create trigger profile_follows_user after update of name, email on auth.users
for each row execute function auth.follow_user();

create function auth.follow_factors() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_user uuid := coalesce(new.user_id, old.user_id);
begin
  update public.profiles
  set two_factor_enabled = exists (select from auth.factors f where f.user_id = v_user and f.status = 'verified')
  where id = v_user;
  return null;
end
$$;

revoke execute on function auth.follow_factors() from public;

create trigger profile_follows_factors after insert or update of status or delete on auth.factors
for each row execute function auth.follow_factors();

create function auth.profile_of(p_user uuid)
returns table (id uuid, full_name text, email text, google_auth_enabled boolean, two_factor_enabled boolean)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select p.id, p.full_name, p.email, p.google_auth_enabled, p.two_factor_enabled from public.profiles p where p.id = p_user;
end;

create function auth.set_google_auth(p_user uuid, p_enabled boolean) returns void
language sql security definer
set search_path = pg_catalog
begin atomic
  update public.profiles set google_auth_enabled = p_enabled where id = p_user;
end;

-- From here on only the functions and triggers of the account change a profile.
revoke update on profiles from app;

revoke execute on function auth.profile_of(uuid), auth.set_google_auth(uuid, boolean) from public;

grant execute on function auth.profile_of(uuid), auth.set_google_auth(uuid, boolean) to auth_app;

-- The only deletion of events: after a year, 10,000 at a time. The law requires keeping them for six months.
create function auth.forget_events() returns void
language sql security definer
set search_path = pg_catalog
begin atomic
  delete from auth.events
  where id in (select id from auth.events where id < uuidv7(interval '-1 year') order by id limit 10000);
end;

revoke execute on function auth.forget_events() from public;

grant execute on function auth.forget_events() to auth_app;

-- As before, but cuts the name to the 200 characters of an empresa: an e-mail address has up to 254.
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
  select empresa_id into v_empresa from public.membros where user_id = p_user order by created_at, empresa_id limit 1;
  if v_empresa is null then
    insert into public.empresas (nome) values (left(coalesce(nullif(v_user.name, ''), v_user.email), 200))
      returning id into v_empresa;
    insert into public.membros (empresa_id, user_id) values (v_empresa, p_user);
  end if;
  return v_empresa;
end
$$;

-- Takes the hash of the token. Besides the session it returns the user's identities and second factors.
drop function session_of(text);

create function session_of(p_token_hash text)
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
  join public.membros m on m.empresa_id = s.empresa_id and m.user_id = s.user_id
  join public.empresas e on e.id = s.empresa_id
  where s.token_hash = p_token_hash and s.expires_at > now();
end;

create or replace function use_session(p_token text, p_empresa uuid, p_lote uuid) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_user uuid;
begin
  select s.user_id into v_user
  from auth.sessions s
  join public.membros m on m.empresa_id = s.empresa_id and m.user_id = s.user_id
  where s.token_hash = p_token and s.empresa_id = p_empresa and s.expires_at > now();
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

grant execute on function session_of(text) to app;

grant execute on function use_session(text, uuid, uuid) to app;

-- migrate:down
