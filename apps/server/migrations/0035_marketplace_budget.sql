-- migrate:up
-- The budget of calls to a marketplace, shared by all processes, because the marketplace counts calls per application.
-- Unlogged, so that no call waits for the disk; after a crash the budget of one second is full again.
create unlogged table marketplaces.marketplace_budget (
  marketplace text primary key,
  -- When all calls taken so far would be finished at an even rate, and the same for background calls alone.
  busy_until timestamptz not null,
  background_busy_until timestamptz not null,
  paused_until timestamptz not null
);

grant select, insert, update on marketplaces.marketplace_budget to contas;

-- Returns 0 when the call may be made now. Otherwise takes nothing and returns the milliseconds after which to ask
-- again. The calls of one second may come as a burst. `p_reserve` is the share of the rate and of the burst that this
-- call leaves to others.
create function take_call(p_marketplace text, p_per_second float8, p_cost float8, p_reserve float8) returns float8
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_cost interval := make_interval(secs => p_cost / p_per_second);
  v_own_cost interval := make_interval(secs => p_cost / p_per_second / (1 - p_reserve));
  -- A call that costs more than the budget of one second must be possible too.
  v_burst interval := greatest(make_interval(secs => 1 - p_reserve), v_cost);
  v_own_burst interval := greatest(make_interval(secs => 1), v_own_cost);
  v_now timestamptz;
  v_free_at timestamptz;
  v_budget marketplaces.marketplace_budget;
begin
  insert into marketplaces.marketplace_budget values (p_marketplace, '-infinity', '-infinity', '-infinity')
  on conflict do nothing;
  select * into strict v_budget from marketplaces.marketplace_budget b where b.marketplace = p_marketplace for update;
  v_now := clock_timestamp();
  v_budget.busy_until := greatest(v_budget.busy_until, v_now) + v_cost;
  v_free_at := greatest(v_budget.busy_until - v_burst, v_budget.paused_until);
  if p_reserve > 0 then
    v_budget.background_busy_until := greatest(v_budget.background_busy_until, v_now) + v_own_cost;
    v_free_at := greatest(v_free_at, v_budget.background_busy_until - v_own_burst);
  end if;
  if v_free_at > v_now then
    return extract(epoch from v_free_at - v_now) * 1000;
  end if;
  update marketplaces.marketplace_budget b
  set busy_until = v_budget.busy_until, background_busy_until = v_budget.background_busy_until
  where b.marketplace = p_marketplace;
  return 0;
end
$$;

-- The marketplace asked for a pause: no process calls it until the pause ends.
create function pause_calls(p_marketplace text, p_milliseconds float8) returns void
language sql security definer
set search_path = pg_catalog
begin atomic
  insert into marketplaces.marketplace_budget as b
  values (p_marketplace, '-infinity', '-infinity', clock_timestamp() + make_interval(secs => p_milliseconds / 1000))
  on conflict (marketplace) do update set paused_until = greatest(b.paused_until, excluded.paused_until);
end;

grant create on schema public to contas;

alter function take_call(text, float8, float8, float8) owner to contas;

alter function pause_calls(text, float8) owner to contas;

revoke create on schema public from contas;

revoke execute on function take_call(text, float8, float8, float8), pause_calls(text, float8) from public;

grant execute on function take_call(text, float8, float8, float8), pause_calls(text, float8) to app;

-- migrate:down
