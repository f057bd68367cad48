-- The lines of a marketplace's monthly bill, as they were read (ADR 0123). A line that belongs to no known pedido stays
-- here with `casada` false, so that the sum of the lines is always the bill.

-- migrate:up
create table fatura_linhas (
  empresa_id uuid not null constraint fatura_linhas_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  -- The number of the line at the marketplace.
  id text not null,
  -- The first day of the month.
  competencia date not null,
  tipo text not null constraint fatura_linhas_tipo_check check (tipo in ('comissao', 'frete', 'outra')),
  -- What the marketplace calls it.
  codigo text not null,
  texto text not null,
  -- What the seller pays. A credit is negative.
  valor numeric(15, 2) not null,
  lancada_em timestamptz not null,
  pedido_ids text[] not null,
  envio_id text,
  pacote_id text,
  -- Its value is in the lines of pedidos.
  casada boolean not null default false,
  primary key (empresa_id, marketplace, seller_id, id)
);

-- A month with its unmatched lines, and the lines to match, in the order of their pages.
create index fatura_linhas_sem_pedido_idx on fatura_linhas (empresa_id, marketplace, seller_id, competencia, id) where not casada;

alter table fatura_linhas enable row level security;

alter table fatura_linhas force row level security;

create policy "an empresa sees its own fatura_linhas" on fatura_linhas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on fatura_linhas to app;

create trigger fatura_linhas_direito before insert or update on fatura_linhas
for each statement execute function demand_right_of_change('integrar');

-- migrate:down
