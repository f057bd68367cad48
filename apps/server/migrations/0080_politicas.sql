-- migrate:up
-- What an empresa demands of its people. The newest row counts; an empresa without a row demands nothing. Rows are only
-- added: they say who changed the policy and when, and no undo of the history turns a demand off without a fresh proof.
create table politicas (
  empresa_id uuid not null constraint politicas_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- Who connects a marketplace account must have two-step verification (ADR 0050).
  exige_duas_etapas boolean not null,
  created_at timestamptz not null default now(),
  primary key (empresa_id, id)
);

alter table politicas enable row level security;

alter table politicas force row level security;

create policy "an empresa sees its own politicas" on politicas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on politicas to app;

-- migrate:down
