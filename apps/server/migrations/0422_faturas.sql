-- How far the bill of a month was read, and its sums, so that a screen does not add its lines up (ADR 0123).

-- migrate:up
create table faturas (
  empresa_id uuid not null constraint faturas_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  -- The first day of the month.
  competencia date not null,
  -- Where the reading goes on, in the marketplace's own form. Null: from the beginning.
  posicao text,
  -- When a reading began that no other one may overlap.
  tentada_em timestamptz,
  -- When the bill was last read to its end.
  lida_em timestamptz,
  -- The marketplace does not let this application read the bill.
  sem_permissao boolean not null default false,
  linhas integer not null default 0,
  total numeric(15, 2) not null default 0,
  linhas_casadas integer not null default 0,
  casado numeric(15, 2) not null default 0,
  primary key (empresa_id, marketplace, seller_id, competencia)
);

alter table faturas enable row level security;

alter table faturas force row level security;

create policy "an empresa sees its own faturas" on faturas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update on faturas to app;

create trigger faturas_direito before insert or update on faturas
for each statement execute function demand_right_of_change('integrar');

-- migrate:down
