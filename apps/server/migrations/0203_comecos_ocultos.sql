-- migrate:up
-- The people who have hidden the first steps of a new empresa on Início. Who may see them may hide them (ADR 0071).
create table comecos_ocultos (
  empresa_id uuid not null constraint comecos_ocultos_empresa_fkey references empresas (id),
  user_id uuid not null,
  oculto_em timestamptz not null default now(),
  primary key (empresa_id, user_id)
);

alter table comecos_ocultos enable row level security;

alter table comecos_ocultos force row level security;

create policy "an empresa sees its own comecos ocultos" on comecos_ocultos to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on comecos_ocultos to app;

create trigger comecos_ocultos_direito before insert on comecos_ocultos
for each statement execute function demand_right_of_change('gerir_equipe');

-- migrate:down
