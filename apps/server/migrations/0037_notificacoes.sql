-- migrate:up
-- What a marketplace told us has changed: one row for each thing, however often it is told, read again when it is due.
create table notificacoes (
  empresa_id uuid not null constraint notificacoes_empresa_fkey references empresas (id),
  user_ml_id bigint not null,
  topico text not null constraint notificacoes_topico_check check (topico in ('orders_v2', 'items')),
  -- The id of the thing there.
  recurso text not null constraint notificacoes_recurso_check check (recurso ~ '^[A-Z0-9]{1,30}$'),
  recebida_em timestamptz not null default now(),
  pendente boolean not null default true,
  -- Read no sooner: a pause, or whoever reads it now has until then.
  proxima_em timestamptz not null,
  -- Goes up with what is told while it is being read, since that reading may have come too early.
  vez integer not null default 1,
  lendo_vez integer,
  lendo_desde timestamptz,
  tentativas integer not null default 0,
  -- When the last reading that came to its end had begun: whatever was told before is known.
  lida_em timestamptz,
  primary key (empresa_id, user_ml_id, topico, recurso)
) with (fillfactor = 70);

create index notificacoes_pendente_idx on notificacoes (user_ml_id, topico, proxima_em) where pendente;

create index notificacoes_lida_em_idx on notificacoes (lida_em) where not pendente;

alter table notificacoes enable row level security;

alter table notificacoes force row level security;

create policy "an empresa sees its own notificacoes" on notificacoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on notificacoes to app;

grant select, insert, update, delete on notificacoes to contas;

-- Whoever lets an account go, or loses it, reads nothing of it any more.
create function drop_notificacoes() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  delete from public.notificacoes n where n.empresa_id = old.empresa_id and n.user_ml_id = old.user_ml_id;
  return null;
end
$$;

create trigger mercado_livre_donos_notificacoes after update of empresa_id or delete on marketplaces.mercado_livre_donos
for each row execute function drop_notificacoes();

-- migrate:down
