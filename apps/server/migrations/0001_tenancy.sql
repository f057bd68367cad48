-- migrate:up
-- Empresas, their membros and profiles, and the functions through which a transaction reaches the rows of one empresa.
create extension if not exists unaccent;

create extension if not exists pg_trgm;

create extension if not exists btree_gin;

create schema auth;

revoke all on schema public from public;

grant usage on schema public to app, busca;

-- Raises an error when no empresa is set: a query without an empresa is a defect and must not look like an empty list.
create function current_empresa() returns uuid
language sql stable parallel safe
return current_setting('app.empresa_id')::uuid;

create function current_usuario() returns uuid
language sql stable parallel safe
return current_setting('app.user_id')::uuid;

-- Uses SET LOCAL. Citus does not pass `set_config` on to its workers; combined with a query it returned foreign rows.
create function use_empresa(p_empresa uuid, p_usuario uuid, p_lote uuid) returns void
language plpgsql
set search_path = pg_catalog
as $$
begin
  execute format('set local app.empresa_id = %L', p_empresa);
  execute format('set local app.user_id = %L', p_usuario);
  if p_lote is null then
    set local transaction_read_only = on;
  else
    execute format('set local app.lote = %L', p_lote);
  end if;
end
$$;

-- The text that search and alphabetical order compare, without accents and case. Immutable, as generated columns and
-- indexes require.
create function normalize_text(p_text text) returns text
language sql immutable parallel safe strict
return lower(public.unaccent('public.unaccent'::regdictionary, p_text));

-- The text that a search matches. Every word, also the first, follows a space, so that a search can match beginnings.
create function search_text(p_text text) returns text
language sql immutable parallel safe strict
return ' ' || regexp_replace(public.normalize_text(p_text), '\s+', ' ', 'g');

create table empresas (
  id uuid primary key default uuidv7(),
  nome text not null constraint empresas_nome_check check (char_length(nome) between 1 and 200),
  created_at timestamptz not null default now()
);

alter table empresas enable row level security;

alter table empresas force row level security;

create policy "an empresa sees itself" on empresas for select to app using (id = current_empresa());

create table membros (
  empresa_id uuid not null constraint membros_empresa_fkey references empresas (id),
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (empresa_id, user_id)
);

create index membros_user_id_idx on membros (user_id);

alter table membros enable row level security;

alter table membros force row level security;

create policy "an empresa sees its own membros" on membros for select to app using (empresa_id = current_empresa());

-- One row per user, keyed by the user's id: the data of a person that are not part of the sign-in.
create table profiles (
  id uuid primary key,
  full_name text,
  email text not null,
  google_auth_enabled boolean not null default true,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now()
);

comment on column profiles.full_name is 'class: personal';

comment on column profiles.email is 'class: personal';

alter table profiles enable row level security;

alter table profiles force row level security;

create policy "colleagues of the same empresa see each other" on profiles for select to app
using (exists (select from membros m where m.empresa_id = current_empresa() and m.user_id = profiles.id));

create policy "a user changes only the own profile" on profiles for update to app
using (id = current_usuario()) with check (id = current_usuario());

grant select on empresas, membros, profiles to app;

grant update (full_name, google_auth_enabled, two_factor_enabled) on profiles to app;

grant execute on function current_empresa(), normalize_text(text), search_text(text) to app, busca;

grant execute on function current_usuario(), use_empresa(uuid, uuid, uuid) to app;

-- migrate:down
