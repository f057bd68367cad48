-- migrate:up
-- As before, and while a restore is not released no call may be made: an hour is longer than any caller waits.
create or replace function take_call(p_marketplace text, p_per_second float8, p_cost float8, p_reserve float8)
returns float8
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
  if recovery.is_held() then
    return 3600000;
  end if;
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

-- migrate:down
