-- What a marketplace says of a sale, as far as its stock depends on it (ADR 0110). The answers of a marketplace may
-- arrive in any order, so each resource has its own row with the instant of its last change, and an older answer never
-- replaces a newer one. Columns that begin with `foi_`, and `despachado_em`, are evidence about the past: they are kept
-- when another answer does not show them. Nothing about the buyer is stored.

-- migrate:up
create table vendas (
  empresa_id uuid not null constraint vendas_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  pedido_id text not null,
  criado_em timestamptz not null,
  atualizado_em timestamptz not null,
  situacao text not null constraint vendas_situacao_check check (situacao in ('confirmado', 'pagando', 'pago', 'cancelando', 'cancelado')),
  -- The marketplace took the goods off the listing.
  foi_fechado boolean not null,
  foi_pago boolean not null,
  is_desfeito boolean not null,
  cancelado_em timestamptz,
  risco_de_fraude boolean not null,
  foi_dividido boolean not null,
  pacote_id text,
  envio_id text,
  -- Every complaint that the pedido or a notification has named.
  reclamacao_ids text[] not null,
  -- The anuncios, with their quantities.
  itens jsonb not null,
  primary key (empresa_id, marketplace, seller_id, pedido_id)
) with (fillfactor = 80);

create index vendas_envio_idx on vendas (empresa_id, marketplace, seller_id, envio_id) where envio_id is not null;

create index vendas_reclamacoes_idx on vendas using gin (reclamacao_ids) where reclamacao_ids <> '{}';

alter table vendas enable row level security;

alter table vendas force row level security;

create policy "an empresa sees its own vendas" on vendas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on vendas to app;

-- The parcels of sales. A parcel may hold the goods of several pedidos.
create table vendas_envios (
  empresa_id uuid not null constraint vendas_envios_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  id text not null,
  atualizado_em timestamptz not null,
  etapa text not null constraint vendas_envios_etapa_check check (etapa in ('preparando', 'impresso', 'despachado', 'entregue', 'nao_entregue', 'cancelado')),
  foi_impresso boolean not null,
  despachado_em timestamptz,
  foi_devolvido boolean not null,
  -- Null while the marketplace does not say where the goods are.
  is_full boolean,
  foi_dividido boolean not null,
  -- The parcel that this one replaces.
  irmao_id text,
  despachar_ate timestamptz,
  -- The deadline changes without a change of the parcel, so it has an instant of its own.
  prazo_em timestamptz,
  primary key (empresa_id, marketplace, seller_id, id)
) with (fillfactor = 80);

create index vendas_envios_irmao_idx on vendas_envios (empresa_id, marketplace, seller_id, irmao_id) where irmao_id is not null;

alter table vendas_envios enable row level security;

alter table vendas_envios force row level security;

create policy "an empresa sees its own vendas_envios" on vendas_envios to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on vendas_envios to app;

-- The goods that buyers send back, one row for each complaint with a return.
create table vendas_devolucoes (
  empresa_id uuid not null constraint vendas_devolucoes_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  reclamacao_id text not null,
  id text not null,
  atualizado_em timestamptz not null,
  -- The goods are at the seller's own address.
  chegou boolean not null,
  itens jsonb not null,
  primary key (empresa_id, marketplace, seller_id, reclamacao_id)
);

alter table vendas_devolucoes enable row level security;

alter table vendas_devolucoes force row level security;

create policy "an empresa sees its own vendas_devolucoes" on vendas_devolucoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on vendas_devolucoes to app;

-- migrate:down
