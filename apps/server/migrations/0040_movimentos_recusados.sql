-- migrate:up
-- What was refused, by the id its caller made: a first sending that was overtaken by its own repetition must not be
-- accepted after its caller was told that it was refused.
create table movimentos_recusados (
  empresa_id uuid not null constraint movimentos_recusados_empresa_fkey references empresas (id),
  chave uuid not null,
  -- The problem it was answered with.
  recusa jsonb not null,
  created_at timestamptz not null default now(),
  primary key (empresa_id, chave)
);

create index movimentos_recusados_created_at_idx on movimentos_recusados (empresa_id, created_at);

alter table movimentos_recusados enable row level security;

alter table movimentos_recusados force row level security;

create policy "an empresa sees its own movimentos_recusados" on movimentos_recusados to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on movimentos_recusados to app;

-- migrate:down
