-- migrate:up
-- The last e-mail that reminded a membro to turn two-step verification on. There is one row for each membro, and its
-- day decides whether another e-mail may be sent.
create table lembretes (
  empresa_id uuid not null constraint lembretes_empresa_fkey references empresas (id),
  user_id uuid not null,
  -- The person who asked for it.
  pedido_por uuid not null,
  pedido_em timestamptz not null default now(),
  envio text not null default 'pendente'
    constraint lembretes_envio_check check (envio in ('pendente', 'enviado', 'devolvido')),
  primary key (empresa_id, user_id),
  constraint lembretes_membro_fkey foreign key (empresa_id, user_id) references membros (empresa_id, user_id)
);

alter table lembretes enable row level security;

alter table lembretes force row level security;

create policy "an empresa sees its own lembretes" on lembretes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on lembretes to app;

grant update (pedido_por, pedido_em, envio) on lembretes to app;

create trigger lembretes_direito before insert or update on lembretes
for each statement execute function demand_right_of_change('gerir_equipe');

-- migrate:down
