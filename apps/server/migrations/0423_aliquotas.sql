-- The tax on sales that the empresa estimates with, from a day on (ADR 0124).

-- migrate:up
create table aliquotas (
  empresa_id uuid not null constraint aliquotas_empresa_fkey references empresas (id),
  -- The first day on which the rate is valid, in Brasília. It is valid until the next one.
  desde date not null,
  percentual numeric(5, 2) not null constraint aliquotas_percentual_check check (percentual between 0 and 100),
  user_id uuid not null,
  atualizado_em timestamptz not null default now(),
  primary key (empresa_id, desde)
);

alter table aliquotas enable row level security;

alter table aliquotas force row level security;

create policy "an empresa sees its own aliquotas" on aliquotas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on aliquotas to app;

create trigger aliquotas_direito before insert or update or delete on aliquotas
for each statement execute function demand_right_of_change('alterar_empresa');

-- migrate:down
