-- migrate:up
-- A cache of the answers of public services about CEPs and CNPJs, so that each number is requested once.
--
-- Public facts belong to no empresa: all empresas share the cache, and a hit reveals only that the number was looked up
-- before. The cache has its own schema, so that every table in `public` stays a tenant table. No column here may name
-- an empresa or a person who uses the product. The isolation test checks that, and which roles can read the table.
create schema consultas;

grant usage on schema consultas to app;

create table consultas.respostas (
  tipo text not null constraint respostas_tipo_check check (tipo in ('cep', 'cnpj')),
  -- Without punctuation, in upper case.
  numero text not null constraint respostas_numero_check check (numero ~ '^[0-9A-Z]{8,14}$'),
  -- Only the fields of the contract, under its names: partners are left out. Null means that the number does not exist.
  resposta jsonb,
  fonte text,
  consultado_em timestamptz not null,
  vence_em timestamptz not null,
  primary key (tipo, numero),
  constraint respostas_fonte_check check ((resposta is null) = (fonte is null))
);

-- The company of a sole trader has the person's name, and often the home address.
comment on column consultas.respostas.resposta is 'class: personal';

create index respostas_vence_em_idx on consultas.respostas (vence_em);

alter table consultas.respostas enable row level security;

alter table consultas.respostas force row level security;

-- Any empresa may read it. `current_empresa` raises without one, so only a tenant transaction reaches the table.
create policy "people of any empresa share the answers of lookups" on consultas.respostas to app
using (public.current_empresa() is not null) with check (public.current_empresa() is not null);

grant select, insert, update, delete on consultas.respostas to app;

-- migrate:down
