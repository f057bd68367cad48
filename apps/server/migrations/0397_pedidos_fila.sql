-- The parcels that people pack, in the order of their work (ADR 0116).

-- migrate:up
-- One row for each parcel, or for a pedido whose parcel is not known yet. Goods that the marketplace stores have none.
-- `aba` and what follows it come from one pure function of the stored facts, so that an aba is read through an index.
create table pedidos_fila (
  empresa_id uuid not null constraint pedidos_fila_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  marketplace text not null,
  seller_id text not null,
  -- The oldest pedido of the parcel.
  pedido_id text not null,
  envio_id text,
  criado_em timestamptz not null,
  -- What a person has to do next. Null: nothing.
  aba text constraint pedidos_fila_aba_check check (aba in ('preparar', 'nota', 'imprimir', 'despachados', 'problemas', 'devolucoes')),
  problema text,
  -- Until when the parcel has to leave. Infinity: no deadline, or the parcel has left.
  prazo timestamptz not null,
  -- The depositos from which its goods are drawn.
  depositos uuid[] not null,
  separado_em timestamptz,
  separado_por uuid,
  -- When a person said that the problem is solved.
  resolvido_em timestamptz,
  primary key (empresa_id, id)
) with (fillfactor = 80);

create unique index pedidos_fila_envio_key on pedidos_fila (empresa_id, envio_id, marketplace, seller_id) where envio_id is not null;

create unique index pedidos_fila_pedido_key on pedidos_fila (empresa_id, pedido_id, marketplace, seller_id) where envio_id is null;

create index pedidos_fila_pedido_idx on pedidos_fila (empresa_id, pedido_id, marketplace, seller_id);

-- In the order of the list, so that a page reads no more rows than it shows.
create index pedidos_fila_aba_idx on pedidos_fila (empresa_id, aba, prazo, criado_em, id) where aba is not null;

alter table pedidos_fila enable row level security;

alter table pedidos_fila force row level security;

create policy "an empresa sees its own pedidos_fila" on pedidos_fila to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on pedidos_fila to app;

create trigger pedidos_fila_direito before insert or update or delete on pedidos_fila
for each statement execute function demand_right_of_change('movimentar_estoque');

create trigger pedidos_fila_novidade after insert or update on pedidos_fila
for each row execute function note_row();

-- migrate:down
