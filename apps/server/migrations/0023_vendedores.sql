-- migrate:up
-- The people who sell for an empresa, with their comissao in percent.
create table vendedores (
  empresa_id uuid not null constraint vendedores_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  nome text not null constraint vendedores_nome_check check (char_length(nome) between 1 and 200),
  cpf text not null constraint vendedores_cpf_check check (char_length(cpf) between 11 and 14),
  comissao numeric(5, 2) constraint vendedores_comissao_check check (comissao between 0 and 100),
  email text not null,
  cep text,
  numero text,
  endereco text,
  bairro text,
  cidade text,
  estado text,
  versao integer not null default 1,
  created_at timestamptz not null default now(),
  nome_ordem text not null generated always as (normalize_text(nome)) stored,
  busca text not null generated always as (search_text(nome || ' ' || email || ' ' || cpf || ' ' || mask_documento(cpf))) stored,
  primary key (empresa_id, id),
  constraint vendedores_tamanhos_check check (
    char_length(email) <= 254
    and char_length(cep) <= 8
    and char_length(numero) <= 20
    and char_length(endereco) <= 255
    and char_length(bairro) <= 100
    and char_length(cidade) <= 100
    and char_length(estado) <= 2
  )
);

comment on column vendedores.nome is 'class: personal';

comment on column vendedores.cpf is 'class: personal';

comment on column vendedores.email is 'class: personal';

comment on column vendedores.endereco is 'class: personal';

create index vendedores_created_at_idx on vendedores (empresa_id, created_at, id);

create index vendedores_nome_ordem_idx on vendedores (empresa_id, nome_ordem, id);

create index vendedores_busca_idx on vendedores using gin (empresa_id, busca gin_trgm_ops);

create index vendedores_cpf_idx on vendedores (empresa_id, cpf);

alter table vendedores enable row level security;

alter table vendedores force row level security;

create policy "an empresa sees its own vendedores" on vendedores to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on vendedores to app;

create trigger vendedores_historico after insert or update or delete on vendedores
for each row execute function record_historico('nome_ordem', 'busca');

create trigger vendedores_inserted after insert on vendedores referencing new table as changed
for each statement execute function count_rows();

create trigger vendedores_deleted after delete on vendedores referencing old table as changed
for each statement execute function count_rows();

create policy "the search functions read vendedores" on vendedores for select to busca using (true);

grant select on vendedores to busca;

-- migrate:down
