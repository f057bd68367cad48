-- The cluster's roles, made once by its administrator before the first migration; running it again changes nothing.
-- Passwords are set apart: alter role app password '…'.
do $$
begin
  -- Owns every object and runs migrations, never serves a request. BYPASSRLS because under FORCE a plain owner's
  -- backfills and foreign key checks see only the rows of the current empresa.
  if not exists (select from pg_roles where rolname = 'owner') then
    create role owner login bypassrls;
  end if;
  -- What the product runs as: owns nothing, cannot bypass row level security.
  if not exists (select from pg_roles where rolname = 'app') then
    create role app login;
  end if;
  -- Who somebody is: schema auth, nothing else.
  if not exists (select from pg_roles where rolname = 'auth_app') then
    create role auth_app login;
  end if;
  -- Owns the search functions. Under row level security only leakproof operators use an index, and LIKE is none
  -- (ADR 0021); nobody logs in as it.
  if not exists (select from pg_roles where rolname = 'busca') then
    create role busca nologin;
  end if;
  -- Owns the functions that know which empresa holds a marketplace account, whichever it is. BYPASSRLS, so its grants
  -- are few: the tables of contas, and nothing it could read a record with; nobody logs in as it.
  if not exists (select from pg_roles where rolname = 'contas') then
    create role contas nologin bypassrls;
  end if;
end
$$;
grant busca to owner;
grant contas to owner;
-- Instants leave the driver as text and are written as UTC, in rows and in the history alike.
alter role app set timezone = 'UTC';
alter role owner set timezone = 'UTC';
alter role auth_app set timezone = 'UTC';
-- Each limit is shorter than the one around it; a request has 15 s.
alter role app set statement_timeout = '10s';
alter role app set idle_in_transaction_session_timeout = '10s';
alter role app set transaction_timeout = '14s';
alter role app set lock_timeout = '5s';
-- Starting a worker costs more than a page of fifty rows.
alter role app set max_parallel_workers_per_gather = 0;
alter role app set jit = off;
-- Every statement is named and led by its empresa, so the plan for any empresa is the plan for all; planning a list
-- anew each time takes PostgreSQL longer than reading it. The search functions choose theirs by what is searched.
alter role app set plan_cache_mode = force_generic_plan;
alter role auth_app set statement_timeout = '10s';
alter role auth_app set idle_in_transaction_session_timeout = '15s';
alter role auth_app set search_path = auth;
alter role owner set lock_timeout = '1s';
alter role owner set statement_timeout = '60s';
