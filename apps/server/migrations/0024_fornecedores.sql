-- migrate:up
-- The suppliers of an empresa. A produto has exactly one.
create table fornecedores (
  empresa_id uuid not null constraint fornecedores_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  nome text not null constraint fornecedores_nome_check check (char_length(nome) between 1 and 200),
  cpf_cnpj text not null constraint fornecedores_cpf_cnpj_check check (char_length(cpf_cnpj) between 1 and 14),
  email text not null,
  telefone text,
  cep text,
  endereco text,
  numero text,
  complemento text,
  bairro text,
  cidade text,
  estado text,
  versao integer not null default 1,
  created_at timestamptz not null default now(),
  nome_ordem text not null generated always as (normalize_text(nome)) stored,
  busca text not null generated always as (search_text(nome || ' ' || email || ' ' || cpf_cnpj || ' ' || mask_documento(cpf_cnpj))) stored,
  primary key (empresa_id, id),
  constraint fornecedores_tamanhos_check check (
    char_length(email) <= 254
    and char_length(telefone) <= 11
    and char_length(cep) <= 8
    and char_length(endereco) <= 255
    and char_length(numero) <= 20
    and char_length(complemento) <= 200
    and char_length(bairro) <= 100
    and char_length(cidade) <= 100
    and char_length(estado) <= 2
  )
);

comment on column fornecedores.nome is 'class: personal';

comment on column fornecedores.cpf_cnpj is 'class: personal';

comment on column fornecedores.email is 'class: personal';

comment on column fornecedores.telefone is 'class: personal';

comment on column fornecedores.endereco is 'class: personal';

create index fornecedores_created_at_idx on fornecedores (empresa_id, created_at, id);

create index fornecedores_nome_ordem_idx on fornecedores (empresa_id, nome_ordem, id);

create index fornecedores_busca_idx on fornecedores using gin (empresa_id, busca gin_trgm_ops);

create index fornecedores_cpf_cnpj_idx on fornecedores (empresa_id, cpf_cnpj);

alter table fornecedores enable row level security;

alter table fornecedores force row level security;

create policy "an empresa sees its own fornecedores" on fornecedores to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on fornecedores to app;

create trigger fornecedores_historico after insert or update or delete on fornecedores
for each row execute function record_historico('nome_ordem', 'busca');

create trigger fornecedores_inserted after insert on fornecedores referencing new table as changed
for each statement execute function count_rows();

create trigger fornecedores_deleted after delete on fornecedores referencing old table as changed
for each statement execute function count_rows();

create policy "the search functions read fornecedores" on fornecedores for select to busca using (true);

grant select on fornecedores to busca;

-- migrate:down
