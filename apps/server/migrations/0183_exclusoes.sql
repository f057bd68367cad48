-- migrate:up
-- The deletion of an empresa that a dono has asked for (ADR 0065). While the row exists, the empresa can only be read.
-- After `vence_em` a job deletes everything, and this row last, so that a killed job continues.
create table exclusoes (
  empresa_id uuid not null constraint exclusoes_empresa_fkey references empresas (id),
  -- The dono who asked.
  user_id uuid not null,
  pedida_em timestamptz not null default now(),
  vence_em timestamptz not null default now() + interval '30 days',
  -- Set by the job. The deletion cannot be cancelled after `vence_em`.
  iniciada_em timestamptz,
  primary key (empresa_id)
);

create index exclusoes_vence_em_idx on exclusoes (vence_em);

alter table exclusoes enable row level security;

alter table exclusoes force row level security;

create policy "an empresa sees its own exclusao" on exclusoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, delete on exclusoes to app;

-- The database decides the dates.
grant insert (empresa_id, user_id) on exclusoes to app;

grant select on exclusoes to contas;

create trigger exclusoes_direito before insert or delete on exclusoes
for each statement execute function demand_right_of_change('excluir_empresa');

create function guard_exclusao() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  if current_user = 'app' and old.vence_em <= now() then
    raise exception 'the deletion has begun' using errcode = '23000', constraint = 'exclusoes_em_curso';
  end if;
  return old;
end
$$;

create trigger exclusoes_cancelamento before delete on exclusoes
for each row execute function guard_exclusao();

-- migrate:down
