-- migrate:up
-- Resources that a marketplace reported as changed: one row per resource, however often it is reported. The worker
-- reads a resource again when its row is due.
create table notificacoes (
  empresa_id uuid not null constraint notificacoes_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  topico text not null constraint notificacoes_topico_check check (topico in ('pedidos', 'anuncios')),
  -- The id of the resource at the marketplace.
  recurso text not null constraint notificacoes_recurso_check check (char_length(recurso) between 1 and 100),
  recebida_em timestamptz not null default now(),
  pendente boolean not null default true,
  -- The resource is not read before this instant, which ends a pause or the lease of the worker that reads it now.
  proxima_em timestamptz not null,
  -- Goes up when the resource is reported during a read, because that read may have been too early.
  vez integer not null default 1,
  lendo_vez integer,
  lendo_desde timestamptz,
  tentativas integer not null default 0,
  -- When the last finished read began. All changes reported before it are known.
  lida_em timestamptz,
  primary key (empresa_id, marketplace, seller_id, topico, recurso)
) with (fillfactor = 70);

create index notificacoes_pendente_idx on notificacoes (marketplace, seller_id, topico, proxima_em) where pendente;

create index notificacoes_lida_em_idx on notificacoes (lida_em) where not pendente;

alter table notificacoes enable row level security;

alter table notificacoes force row level security;

create policy "an empresa sees its own notificacoes" on notificacoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on notificacoes to app;

grant select, insert, update, delete on notificacoes to contas;

-- An empresa that releases or loses an account also loses the notificacoes of that account.
create function drop_notificacoes() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  delete from public.notificacoes n
  where n.empresa_id = old.empresa_id and n.marketplace = old.marketplace and n.seller_id = old.seller_id;
  return null;
end
$$;

create trigger donos_notificacoes after update of empresa_id or delete on marketplaces.donos
for each row execute function drop_notificacoes();

-- migrate:down
