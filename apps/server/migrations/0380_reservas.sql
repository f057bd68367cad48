-- What sales at marketplaces promise of the stock (ADR 0111).

-- migrate:up
-- One row for each item of a sale. It says what the stock shows of the item, so a repeated message of the marketplace
-- finds nothing to write. Units are whole. Nothing about the buyer is stored. There is no foreign key to produto and
-- deposito, because a row whose goods have left outlives both, as the ledger does. `produto_deposito.reservado` keeps
-- both from being deleted while units are promised.
create table reservas (
  empresa_id uuid not null constraint reservas_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  marketplace text not null,
  seller_id text not null,
  pedido_id text not null,
  anuncio_id text not null,
  -- Empty for an anuncio without variations.
  variacao_id text not null default '',
  produto_id uuid not null,
  -- Null while the empresa has no active deposito.
  deposito_id uuid,
  -- The units that are promised and still here, with those of `saida_pendente`.
  reservado integer not null default 0,
  -- The units that left, each with a line of the ledger.
  saiu integer not null default 0,
  -- The units that left according to the marketplace, although the saldo did not cover them. They are tried again when
  -- stock enters.
  saida_pendente integer not null default 0,
  -- The returned units in hand, in total since the sale, and what a person said of them.
  a_conferir integer not null default 0,
  vendavel integer not null default 0,
  avariado integer not null default 0,
  -- The marketplace says that these goods must not be sent.
  nao_enviar boolean not null default false,
  -- Until when the goods have to leave.
  prazo timestamptz,
  -- When the sale was made.
  criado_em timestamptz not null,
  -- How many lines of the ledger this row has written. The number is part of the idempotency key of the next one.
  passos integer not null default 0,
  atualizado_em timestamptz not null default now(),
  primary key (empresa_id, id),
  constraint reservas_key unique (empresa_id, marketplace, seller_id, pedido_id, anuncio_id, variacao_id),
  constraint reservas_quantidades_check check (
    reservado >= 0 and saiu >= 0 and saida_pendente >= 0 and saida_pendente <= reservado
    and a_conferir >= 0 and vendavel >= 0 and avariado >= 0)
) with (fillfactor = 80);

-- In the order in which the reservas of a produto are served, so that a page reads no more rows than it shows.
create index reservas_abertas_idx on reservas (empresa_id, produto_id, prazo, criado_em, id) where reservado > 0;

create index reservas_conta_idx on reservas (empresa_id, marketplace, seller_id) where reservado > 0;

create index reservas_pendentes_idx on reservas (empresa_id, produto_id) where saida_pendente > 0;

create index reservas_a_conferir_idx on reservas (empresa_id, id) where a_conferir > vendavel + avariado;

alter table reservas enable row level security;

alter table reservas force row level security;

create policy "an empresa sees its own reservas" on reservas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on reservas to app;

create trigger reservas_direito before insert or update on reservas
for each statement execute function demand_right_of_change('movimentar_estoque');

-- Open screens read the stock of these produtos again.
create trigger reservas_inserted_novidade after insert on reservas referencing new table as changed
for each statement execute function note_movimentos();

create trigger reservas_updated_novidade after update on reservas referencing new table as changed
for each statement execute function note_movimentos();

-- The decision of a person about each return, by the key that the caller generated, so that a repetition changes nothing.
create table reservas_conferencias (
  empresa_id uuid not null constraint reservas_conferencias_empresa_fkey references empresas (id),
  chave uuid not null,
  reserva_id uuid not null,
  vendavel integer not null,
  avariado integer not null,
  -- The deposito that the sellable units entered.
  deposito_id uuid,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (empresa_id, chave),
  constraint reservas_conferencias_reserva_fkey foreign key (empresa_id, reserva_id) references reservas (empresa_id, id),
  constraint reservas_conferencias_quantidades_check check (vendavel >= 0 and avariado >= 0 and vendavel + avariado > 0)
);

create index reservas_conferencias_reserva_idx on reservas_conferencias (empresa_id, reserva_id);

alter table reservas_conferencias enable row level security;

alter table reservas_conferencias force row level security;

create policy "an empresa sees its own reservas_conferencias" on reservas_conferencias to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert on reservas_conferencias to app;

create trigger reservas_conferencias_direito before insert on reservas_conferencias
for each statement execute function demand_right_of_change('movimentar_estoque');

-- How the sales of a seller's account reach the stock. Keyed by the account at the marketplace, so that a reconnected
-- conta finds it. An account without a row reserves nothing.
create table vendas_config (
  empresa_id uuid not null constraint vendas_config_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  -- The sales that were made since then are reserved. Null: none.
  reserva_desde timestamptz,
  -- When a person last changed that start. Goods that were dispatched before this instant are no longer in the stock
  -- that the person counted, so their sales write no saida.
  escolhida_em timestamptz not null default now(),
  -- When the goods leave the saldo: with the printed label, or with the dispatch.
  saida_em text not null default 'despacho' constraint vendas_config_saida_em_check check (saida_em in ('etiqueta', 'despacho')),
  -- The depositos from which sales are drawn, the first choice first. A deleted one is passed over.
  depositos uuid[] not null default '{}' constraint vendas_config_depositos_check check (cardinality(depositos) <= 50),
  versao integer not null default 1,
  user_id uuid not null,
  atualizado_em timestamptz not null default now(),
  primary key (empresa_id, marketplace, seller_id)
);

alter table vendas_config enable row level security;

alter table vendas_config force row level security;

create policy "an empresa sees its own vendas_config" on vendas_config to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on vendas_config to app;

create trigger vendas_config_direito before insert or update on vendas_config
for each statement execute function demand_right_of_change('integrar');

-- The depositos of one anuncio, in place of those of its account.
create table vendas_anuncios (
  empresa_id uuid not null constraint vendas_anuncios_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  anuncio_id text not null,
  depositos uuid[] not null constraint vendas_anuncios_depositos_check check (cardinality(depositos) between 1 and 50),
  user_id uuid not null,
  atualizado_em timestamptz not null default now(),
  primary key (empresa_id, marketplace, seller_id, anuncio_id)
);

alter table vendas_anuncios enable row level security;

alter table vendas_anuncios force row level security;

create policy "an empresa sees its own vendas_anuncios" on vendas_anuncios to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on vendas_anuncios to app;

create trigger vendas_anuncios_direito before insert or update or delete on vendas_anuncios
for each statement execute function demand_right_of_change('integrar');

-- migrate:down
