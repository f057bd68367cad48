-- migrate:up
-- What public services said about CEPs and CNPJs, so that the same number is asked outside once.
--
-- Public facts are of no empresa: one that looks a number up finds what another has looked up, and learns nothing but
-- that the number was asked before. They live in a schema of their own, beside what belongs to empresas (public) and to
-- people (auth): a table in public is a tenant's, and stays that simple. No column here may name an empresa or a
-- person who uses the product; the isolation test watches over that, and over who reads it.
create schema consultas;

grant usage on schema consultas to app;

create table consultas.respostas (
  tipo text not null constraint respostas_tipo_check check (tipo in ('cep', 'cnpj')),
  -- Without its mask, upper case.
  numero text not null constraint respostas_numero_check check (numero ~ '^[0-9A-Z]{8,14}$'),
  -- In the contract's own names, and only what is in it: partners are left out. Null: there is no such number.
  resposta jsonb,
  fonte text,
  consultado_em timestamptz not null,
  vence_em timestamptz not null,
  primary key (tipo, numero),
  constraint respostas_fonte_check check ((resposta is null) = (fonte is null))
);

-- A sole trader's company carries the person's name, and often the home address.
comment on column consultas.respostas.resposta is 'class: personal';

create index respostas_vence_em_idx on consultas.respostas (vence_em);

alter table consultas.respostas enable row level security;

alter table consultas.respostas force row level security;

-- Whichever empresa it is: without one `current_empresa` raises, so that there is no way here but through the door.
create policy "whoever works in an empresa shares what was found out" on consultas.respostas to app
using (public.current_empresa() is not null) with check (public.current_empresa() is not null);

grant select, insert, update, delete on consultas.respostas to app;

-- migrate:down
