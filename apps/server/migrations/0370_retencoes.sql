-- How long an empresa keeps its history (ADR 0103).

-- migrate:up
-- The newest row is the choice, which `historico_anos` delays if it is shorter; an empresa without a row has the default.
-- Rows are only added, so that they say who chose what and when.
create table retencoes (
  empresa_id uuid not null constraint retencoes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  historico_anos smallint not null constraint retencoes_historico_anos_check check (historico_anos in (1, 2, 5, 10)),
  created_at timestamptz not null default now(),
  primary key (empresa_id, id)
);

-- The functions below read one row by each index, however many choices an empresa has made.
create index retencoes_created_at_idx on retencoes (empresa_id, created_at, id);

create index retencoes_anos_idx on retencoes (empresa_id, historico_anos, created_at);

alter table retencoes enable row level security;

alter table retencoes force row level security;

create policy "an empresa sees its own retencoes" on retencoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select on retencoes to app;

-- Not the time, which decides from when a choice counts.
grant insert (empresa_id, user_id, historico_anos) on retencoes to app;

create trigger retencoes_direito before insert on retencoes
for each statement execute function demand_right_of_change('alterar_empresa');

-- The number of years that an empresa chose last, by `p_at`. The contract states the same default.
create function historico_anos_at(p_empresa uuid, p_at timestamptz) returns integer
language sql stable
set search_path = pg_catalog
begin atomic
  select coalesce((
    select r.historico_anos from public.retencoes r where r.empresa_id = p_empresa and r.created_at <= p_at
    order by r.created_at desc, r.id desc limit 1), 5);
end;

-- The number of years that count now. A shorter choice counts after 30 days, so that a mistake, or a stolen session, can
-- be taken back before anything is removed. A longer choice counts at once.
create function historico_anos(p_empresa uuid) returns integer
language sql stable
set search_path = pg_catalog
begin atomic
  select greatest(
    public.historico_anos_at(p_empresa, now() - interval '30 days'),
    (select max(a.anos) from unnest(array[1, 2, 5, 10]::smallint[]) a (anos)
      cross join lateral (
        select r.created_at from public.retencoes r where r.empresa_id = p_empresa and r.historico_anos = a.anos
        order by r.created_at desc limit 1) last
      where last.created_at > now() - interval '30 days'));
end;

-- The instant from which a choice of `p_anos` that is made or stands now counts, or null if it counts already: 30 days
-- after the last choice of more years was given up. An empresa that chose fewer years some days ago and now chooses more,
-- but fewer than count now, does not wait anew.
create function historico_vale_em(p_empresa uuid, p_anos integer) returns timestamptz
language sql stable
set search_path = pg_catalog
begin atomic
  select case
    when p_anos >= public.historico_anos(p_empresa) then null
    when p_anos < public.historico_anos_at(p_empresa, now()) then now() + interval '30 days'
    else (
      select r.created_at + interval '30 days' from public.retencoes r
      where r.empresa_id = p_empresa and r.created_at > coalesce((
        select max(last.created_at) from unnest(array[1, 2, 5, 10]::smallint[]) a (anos)
        cross join lateral (
          select r.created_at from public.retencoes r where r.empresa_id = p_empresa and r.historico_anos = a.anos
          order by r.created_at desc limit 1) last
        where a.anos > p_anos), '-infinity')
      order by r.created_at limit 1)
    end;
end;

-- The instant before which the history of `p_anos` years is removed: the begin of a month, as of the partitions, so that
-- one month goes at a time.
create function historico_desde(p_anos integer, p_now timestamptz) returns timestamptz
language sql immutable parallel safe
return date_trunc('month', p_now - make_interval(years => p_anos), 'UTC');

-- The trigger of retencoes.
create function record_retencao() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
declare
  v_antes integer := coalesce((
    select r.historico_anos from public.retencoes r
    where r.empresa_id = new.empresa_id and (r.created_at, r.id) < (new.created_at, new.id)
    order by r.created_at desc, r.id desc limit 1), 5);
begin
  perform public.record_atividade('retencao_alterada', jsonb_build_object(
    'anos_antes', v_antes || case v_antes when 1 then ' ano' else ' anos' end,
    'anos', new.historico_anos || case new.historico_anos when 1 then ' ano' else ' anos' end));
  return null;
end
$$;

create trigger retencoes_atividade after insert on retencoes
for each row execute function record_retencao();

-- migrate:down
