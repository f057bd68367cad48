-- migrate:up
-- What was sold at a marketplace, for its analysis: nothing of who bought. Kept by the seller's account there, so that
-- a conta connected again finds them.
create table pedidos (
  empresa_id uuid not null constraint pedidos_empresa_fkey references empresas (id),
  user_ml_id bigint not null,
  id bigint not null,
  criado_em timestamptz not null,
  -- When the marketplace last changed it: an older answer never replaces a newer one.
  atualizado_em timestamptz not null,
  status text not null,
  total numeric(20, 2) not null,
  -- Null where an answer in parts left it out.
  estornado numeric(20, 2),
  tarifas numeric(20, 2) not null,
  quantidade integer not null,
  anuncio_id text not null,
  pacote_id bigint,
  primary key (empresa_id, user_ml_id, id)
);

create index pedidos_criado_em_idx on pedidos (empresa_id, user_ml_id, criado_em);

-- Few, and looked for again: those of which it is not known what was given back.
create index pedidos_sem_estorno_idx on pedidos (empresa_id, user_ml_id, criado_em) where estornado is null;

-- The sums of each day of São Paulo. A period is whole days of it, and its two ends of pedidos.
create table pedidos_dia (
  empresa_id uuid not null constraint pedidos_dia_empresa_fkey references empresas (id),
  user_ml_id bigint not null,
  dia date not null,
  pedidos integer not null,
  total numeric(20, 2) not null,
  unidades bigint not null,
  estornado numeric(20, 2) not null,
  tarifas numeric(20, 2) not null,
  cancelados integer not null,
  cancelado numeric(20, 2) not null,
  primary key (empresa_id, user_ml_id, dia)
) with (fillfactor = 80);

-- The same for each anuncio that sold on that day.
create table pedidos_anuncio_dia (
  empresa_id uuid not null constraint pedidos_anuncio_dia_empresa_fkey references empresas (id),
  user_ml_id bigint not null,
  anuncio_id text not null,
  dia date not null,
  pedidos integer not null,
  total numeric(20, 2) not null,
  unidades bigint not null,
  -- Read by the ten thousand, from the index alone.
  primary key (empresa_id, user_ml_id, anuncio_id, dia) include (pedidos, total, unidades)
) with (fillfactor = 90);

create index pedidos_anuncio_dia_dia_idx on pedidos_anuncio_dia (empresa_id, user_ml_id, dia) include (anuncio_id, pedidos, total, unidades);

-- The total of each anuncio in each quarter (3 meses) and year (12). No part of one can have more of it: the best of a
-- period are looked for among the best of the quarters or years it touches.
create table pedidos_anuncio_bloco (
  empresa_id uuid not null constraint pedidos_anuncio_bloco_empresa_fkey references empresas (id),
  user_ml_id bigint not null,
  anuncio_id text not null,
  meses smallint not null,
  inicio date not null,
  -- Not numeric: row level security lets an index compare integers before it has looked at a row, and those not.
  centavos bigint not null,
  primary key (empresa_id, user_ml_id, anuncio_id, meses, inicio) include (centavos)
) with (fillfactor = 90);

create index pedidos_anuncio_bloco_centavos_idx on pedidos_anuncio_bloco (empresa_id, user_ml_id, meses, inicio, centavos desc) include (anuncio_id);

create table pedidos_anuncio (
  empresa_id uuid not null constraint pedidos_anuncio_empresa_fkey references empresas (id),
  user_ml_id bigint not null,
  anuncio_id text not null,
  -- As the newest pedido here calls it, and when that was made.
  titulo text not null,
  titulo_em timestamptz not null,
  primary key (empresa_id, user_ml_id, anuncio_id)
) with (fillfactor = 80);

-- How far the pedidos of an account have come. Whoever works on it is the one with its `vez`, whoever has another stops.
create table pedidos_sincronia (
  empresa_id uuid not null constraint pedidos_sincronia_empresa_fkey references empresas (id),
  user_ml_id bigint not null,
  conta_id uuid not null,
  vez integer not null default 1,
  em_andamento boolean not null default true,
  passo_em timestamptz not null default now(),
  -- From the newest back: all made since `completo_desde` are here, until that is `historico_desde`.
  historico_desde timestamptz not null default now() - interval '1 year',
  completo_desde timestamptz,
  -- How wide the next piece of the past is.
  janela_segundos integer not null default 86400,
  -- By the marketplace's clock, which need not be ours: what changed before it is here.
  mudancas_desde timestamptz not null default now() - interval '1 day',
  sincronizado_ate timestamptz,
  sem_permissao boolean not null default false,
  -- Since when the marketplace gives no answer; null while it does.
  falha_desde timestamptz,
  primary key (empresa_id, user_ml_id),
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
