-- The roles of the cluster. Its administrator runs this file once, before the first migration; running it again changes
-- nothing. Passwords are set separately: alter role app password '…'.
do $$
begin
  -- `owner` owns every object and runs migrations. It never serves a request. It needs BYPASSRLS: under FORCE ROW LEVEL
  -- SECURITY its backfills and foreign key checks would see only the rows of the current empresa.
  if not exists (select from pg_roles where rolname = 'owner') then
    create role owner login bypassrls;
  end if;
  -- The product runs as `app`, which owns nothing and cannot bypass row level security.
  if not exists (select from pg_roles where rolname = 'app') then
    create role app login;
  end if;
  -- `auth_app` works on accounts: it reaches the schema auth and nothing else.
  if not exists (select from pg_roles where rolname = 'auth_app') then
    create role auth_app login;
  end if;
  -- `busca` owns the search functions and cannot log in. Under row level security only leakproof operators use an
  -- index, and LIKE is not leakproof (ADR 0021).
  if not exists (select from pg_roles where rolname = 'busca') then
    create role busca nologin;
  end if;
  -- `contas` owns the functions that work across empresas for marketplaces. It cannot log in. It has BYPASSRLS, so its
  -- grants are few: the tables of contas, notifications and polls, some columns of pedidos_sincronia and importacoes,
  -- membros, the names of empresas, and insert on historico. It reaches no register.
  if not exists (select from pg_roles where rolname = 'contas') then
    create role contas nologin bypassrls;
  end if;
end
$$;
grant busca to owner;
grant contas to owner;
-- The release step slows a backfill down while a replica is behind. Only this role sees how far it is.
grant pg_read_all_stats to owner;
-- A migration ends the autovacuum of the tables that it changes.
grant pg_signal_autovacuum_worker to owner;
-- The driver passes instants on as text, so PostgreSQL must write them in UTC, in rows and in the history alike.
alter role app set timezone = 'UTC';
alter role owner set timezone = 'UTC';
alter role auth_app set timezone = 'UTC';
-- Each time limit is shorter than the one around it. A request has 15 s.
alter role app set statement_timeout = '10s';
alter role app set idle_in_transaction_session_timeout = '10s';
alter role app set transaction_timeout = '14s';
alter role app set lock_timeout = '5s';
-- Starting a parallel worker costs more than reading a page of fifty rows.
alter role app set max_parallel_workers_per_gather = 0;
alter role app set jit = off;
-- Every statement is prepared and filters by its empresa, so one generic plan serves all empresas. Planning a list anew
-- takes PostgreSQL longer than reading it. The search functions override this: their plan depends on the searched text.
alter role app set plan_cache_mode = force_generic_plan;
alter role auth_app set statement_timeout = '10s';
alter role auth_app set idle_in_transaction_session_timeout = '15s';
alter role auth_app set search_path = auth;
alter role owner set lock_timeout = '1s';
alter role owner set statement_timeout = '60s';
