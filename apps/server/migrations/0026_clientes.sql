-- migrate:up
-- The customers of an empresa, people and companies.
create table clientes (
  empresa_id uuid not null constraint clientes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  nome text not null constraint clientes_nome_check check (char_length(nome) between 1 and 200),
  cpf_cnpj text not null constraint clientes_cpf_cnpj_check check (char_length(cpf_cnpj) between 11 and 14),
  nome_fantasia text,
  inscricao_estadual text,
  cep text,
  endereco text,
  numero text,
  complemento text,
  bairro text,
  cidade text,
  estado text,
  email text not null,
  -- An argon2id hash that no answer returns (ADR 0010). The history leaves it out, so a restored cliente has no senha
  -- until a new one is set.
  senha text constraint clientes_senha_check check (senha like '$argon2id$%'),
  versao integer not null default 1,
  created_at timestamptz not null default now(),
  nome_ordem text not null generated always as (normalize_text(nome)) stored,
  busca text not null generated always as (search_text(nome || ' ' || coalesce(nome_fantasia, '') || ' ' || email || ' ' || cpf_cnpj || ' ' || mask_documento(cpf_cnpj))) stored,
  primary key (empresa_id, id),
  constraint clientes_tamanhos_check check (
    char_length(nome_fantasia) <= 200
    and char_length(inscricao_estadual) <= 20
    and char_length(cep) <= 8
    and char_length(endereco) <= 255
    and char_length(numero) <= 20
    and char_length(complemento) <= 200
    and char_length(bairro) <= 100
    and char_length(cidade) <= 100
    and char_length(estado) <= 2
    and char_length(email) <= 254
  )
);

comment on column clientes.nome is 'class: personal';

comment on column clientes.cpf_cnpj is 'class: personal';

comment on column clientes.email is 'class: personal';

comment on column clientes.endereco is 'class: personal';

create index clientes_created_at_idx on clientes (empresa_id, created_at, id);

create index clientes_nome_ordem_idx on clientes (empresa_id, nome_ordem, id);

create index clientes_busca_idx on clientes using gin (empresa_id, busca gin_trgm_ops);

create index clientes_cpf_cnpj_idx on clientes (empresa_id, cpf_cnpj);

alter table clientes enable row level security;

alter table clientes force row level security;

create policy "an empresa sees its own clientes" on clientes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on clientes to app;

create trigger clientes_historico after insert or update or delete on clientes
for each row execute function record_historico('nome_ordem', 'busca', 'senha');

create trigger clientes_inserted after insert on clientes referencing new table as changed
for each statement execute function count_rows();

create trigger clientes_deleted after delete on clientes referencing old table as changed
for each statement execute function count_rows();

create policy "the search functions read clientes" on clientes for select to busca using (true);

grant select on clientes to busca;

-- migrate:down
