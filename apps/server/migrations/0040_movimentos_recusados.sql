-- migrate:up
-- Refused movimentos, by the key that the caller generated. A retry can overtake the first request. If the retry is
-- refused, the delayed first request must be refused too, because the caller already has the refusal.
create table movimentos_recusados (
  empresa_id uuid not null constraint movimentos_recusados_empresa_fkey references empresas (id),
  chave uuid not null,
  -- The problem document that the caller got.
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
