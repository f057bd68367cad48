-- migrate:up
-- How far an account's pedidos lag behind the marketplace, and when to poll next. Notifications bring changes; a
-- conferencia (a poll) finds changes that no notification brought.
create table pedidos_atraso (
  empresa_id uuid not null constraint pedidos_atraso_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  -- The newest change that is stored here: when it happened, by the marketplace's clock, and when it arrived, by ours.
  mudou_em timestamptz,
  chegou_em timestamptz,
  -- The last notification that came by the secret address, and the last one that could have been forged.
  avisada_em timestamptz,
  sugerida_em timestamptz,
  -- The last poll, the next poll, and the end of the lease of the worker that polls now.
  conferida_em timestamptz,
  conferir_em timestamptz not null default now() + interval '30 minutes',
  ocupada_ate timestamptz,
  -- The pause between two polls: short after a poll found what no notification brought, and longer with each clean one.
  intervalo_segundos integer not null default 1800,
  -- The marketplace's own note from the last poll, for the next one.
  posicao text,
  -- Polls in a row that failed.
  falhas integer not null default 0,
  conferencias bigint not null default 0,
  -- Changes that a poll found and no notification had announced.
  sem_aviso bigint not null default 0,
  primary key (empresa_id, marketplace, seller_id)
) with (fillfactor = 50);

create index pedidos_atraso_conferir_em_idx on pedidos_atraso (conferir_em);

alter table pedidos_atraso enable row level security;

alter table pedidos_atraso force row level security;

create policy "an empresa sees its own pedidos_atraso" on pedidos_atraso to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on pedidos_atraso to app;

grant select, insert, update on pedidos_atraso to contas;

-- migrate:down
