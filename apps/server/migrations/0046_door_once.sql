-- A transaction belongs to one empresa from its first statement to its last. Setting an empresa twice is refused, so a
-- statement that reaches a connection of another request fails instead of switching the empresa there. The fourth
-- parameter is the time limit of each statement, in milliseconds.

-- migrate:up
create function use_empresa(p_empresa uuid, p_usuario uuid, p_lote uuid, p_statement_ms integer) returns void
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
  end if;
  if p_statement_ms is not null then
    execute format('set local statement_timeout = %s', p_statement_ms);
  end if;
end
$$;

create function use_session(p_token text, p_empresa uuid, p_lote uuid, p_statement_ms integer) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_user uuid;
begin
  if coalesce(current_setting('app.empresa_id', true), '') <> '' then
    raise exception 'this transaction already belongs to an empresa' using errcode = 'PR500';
  end if;
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
  if p_statement_ms is not null then
    execute format('set local statement_timeout = %s', p_statement_ms);
  end if;
end
$$;

-- The previous release calls the functions with three parameters. They refuse a second empresa too.
create or replace function use_empresa(p_empresa uuid, p_usuario uuid, p_lote uuid) returns void
language sql
set search_path = pg_catalog
as $$ select public.use_empresa(p_empresa, p_usuario, p_lote, null) $$;

create or replace function use_session(p_token text, p_empresa uuid, p_lote uuid) returns void
language sql security definer
set search_path = pg_catalog
as $$ select public.use_session(p_token, p_empresa, p_lote, null) $$;

revoke execute on function use_session(text, uuid, uuid, integer) from public;

grant execute on function use_session(text, uuid, uuid, integer) to app;

grant execute on function use_empresa(uuid, uuid, uuid, integer) to app;

-- migrate:down
drop function use_session(text, uuid, uuid, integer);

drop function use_empresa(uuid, uuid, uuid, integer);
