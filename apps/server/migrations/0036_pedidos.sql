-- migrate:up
-- The orders of a marketplace, for the analysis. No data of buyers are stored. Keyed by the seller's account at the
-- marketplace, so that a reconnected conta finds its orders.
create table pedidos (
  empresa_id uuid not null constraint pedidos_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  -- The id at the marketplace, in its own form.
  id text not null,
  criado_em timestamptz not null,
  -- When the marketplace last changed the order. An older answer never replaces a newer one.
  atualizado_em timestamptz not null,
  -- `pago`: the total counts as a sale, also when a part is refunded later.
  situacao text not null constraint pedidos_situacao_check check (situacao in ('pendente', 'pago', 'cancelado')),
  total numeric(20, 2) not null,
  -- Null when a partial answer of the marketplace left it out.
  estornado numeric(20, 2),
  tarifas numeric(20, 2) not null,
  quantidade integer not null,
  anuncio_id text not null,
  pacote_id text,
  primary key (empresa_id, marketplace, seller_id, id)
);

create index pedidos_criado_em_idx on pedidos (empresa_id, marketplace, seller_id, criado_em);

-- Finds the few orders whose refund is unknown, which the synchronisation asks for again.
create index pedidos_sem_estorno_idx on pedidos (empresa_id, marketplace, seller_id, criado_em) where estornado is null;

-- The sums of each day in the time zone of São Paulo. A period is added up from whole days, and from single pedidos at
-- its two ends.
create table pedidos_dia (
  empresa_id uuid not null constraint pedidos_dia_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  dia date not null,
  pedidos integer not null,
  total numeric(20, 2) not null,
  unidades bigint not null,
  estornado numeric(20, 2) not null,
  tarifas numeric(20, 2) not null,
  cancelados integer not null,
  cancelado numeric(20, 2) not null,
  primary key (empresa_id, marketplace, seller_id, dia)
) with (fillfactor = 80);

-- The same sums for each anuncio that sold on that day.
create table pedidos_anuncio_dia (
  empresa_id uuid not null constraint pedidos_anuncio_dia_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  anuncio_id text not null,
  dia date not null,
  pedidos integer not null,
  total numeric(20, 2) not null,
  unidades bigint not null,
  -- The analysis reads tens of thousands of these rows with an index-only scan.
  primary key (empresa_id, marketplace, seller_id, anuncio_id, dia) include (pedidos, total, unidades)
) with (fillfactor = 90);

create index pedidos_anuncio_dia_dia_idx on pedidos_anuncio_dia (empresa_id, marketplace, seller_id, dia) include (anuncio_id, pedidos, total, unidades);

-- The revenue of each anuncio per quarter (3 meses) and per year (12). No part of a quarter or year can have more, so
-- the search for the best sellers of a period starts with the best of the quarters or years that the period touches.
create table pedidos_anuncio_bloco (
  empresa_id uuid not null constraint pedidos_anuncio_bloco_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  anuncio_id text not null,
  meses smallint not null,
  inicio date not null,
  -- Integer cents: under row level security an index condition may compare integers, but not `numeric`.
  centavos bigint not null,
  primary key (empresa_id, marketplace, seller_id, anuncio_id, meses, inicio) include (centavos)
) with (fillfactor = 90);

create index pedidos_anuncio_bloco_centavos_idx on pedidos_anuncio_bloco (empresa_id, marketplace, seller_id, meses, inicio, centavos desc) include (anuncio_id);

create table pedidos_anuncio (
  empresa_id uuid not null constraint pedidos_anuncio_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  anuncio_id text not null,
  -- The title in the newest pedido here, and when that pedido was created.
  titulo text not null,
  titulo_em timestamptz not null,
  primary key (empresa_id, marketplace, seller_id, anuncio_id)
) with (fillfactor = 80);

-- The state of the synchronisation of an account's pedidos. `vez` is a fencing token: a worker with another `vez`
-- stops.
create table pedidos_sincronia (
  empresa_id uuid not null constraint pedidos_sincronia_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  conta_id uuid not null,
  vez integer not null default 1,
  em_andamento boolean not null default true,
  passo_em timestamptz not null default now(),
  -- The synchronisation works backwards from the newest pedido. All pedidos created since `completo_desde` are here. It
  -- is complete when `completo_desde` reaches `historico_desde`.
  historico_desde timestamptz not null default now() - interval '1 year',
  completo_desde timestamptz,
  -- The width of the next time window of the past.
  janela_segundos integer not null default 86400,
  -- All changes before this instant are here. By the marketplace's clock, which may differ from ours.
  mudancas_desde timestamptz not null default now() - interval '1 day',
  sincronizado_ate timestamptz,
  sem_permissao boolean not null default false,
  -- Since when the marketplace does not answer; null while it answers.
  falha_desde timestamptz,
  primary key (empresa_id, marketplace, seller_id),
  constraint pedidos_sincronia_conta_fkey foreign key (empresa_id, conta_id) references mercado_livre_config (empresa_id, id)
) with (fillfactor = 50);

alter table pedidos enable row level security;

alter table pedidos force row level security;

create policy "an empresa sees its own pedidos" on pedidos to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on pedidos to app;

alter table pedidos_dia enable row level security;

alter table pedidos_dia force row level security;

create policy "an empresa sees its own pedidos_dia" on pedidos_dia to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on pedidos_dia to app;

alter table pedidos_anuncio_dia enable row level security;

alter table pedidos_anuncio_dia force row level security;

create policy "an empresa sees its own pedidos_anuncio_dia" on pedidos_anuncio_dia to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on pedidos_anuncio_dia to app;

alter table pedidos_anuncio_bloco enable row level security;

alter table pedidos_anuncio_bloco force row level security;

create policy "an empresa sees its own pedidos_anuncio_bloco" on pedidos_anuncio_bloco to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on pedidos_anuncio_bloco to app;

alter table pedidos_anuncio enable row level security;

alter table pedidos_anuncio force row level security;

create policy "an empresa sees its own pedidos_anuncio" on pedidos_anuncio to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on pedidos_anuncio to app;

alter table pedidos_sincronia enable row level security;

alter table pedidos_sincronia force row level security;

create policy "an empresa sees its own pedidos_sincronia" on pedidos_sincronia to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on pedidos_sincronia to app;

-- migrate:down
