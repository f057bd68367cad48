-- migrate:up
-- The places where an empresa keeps its stock. Forms offer only active ones for new stock.
create table depositos (
  empresa_id uuid not null constraint depositos_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  nome text not null constraint depositos_nome_check check (char_length(nome) between 1 and 100),
  ativo boolean not null default true,
  descricao text,
  cep text,
  estado text,
  cidade text,
  endereco text,
  bairro text,
  numero text,
  complemento text,
  versao integer not null default 1,
  created_at timestamptz not null default now(),
  nome_ordem text not null generated always as (normalize_text(nome)) stored,
  busca text not null generated always as (search_text(nome || ' ' || coalesce(descricao, '') || ' ' || coalesce(cidade, ''))) stored,
  primary key (empresa_id, id),
  constraint depositos_tamanhos_check check (
    char_length(descricao) <= 500
    and char_length(cep) <= 8
    and char_length(estado) <= 2
    and char_length(cidade) <= 100
    and char_length(endereco) <= 200
    and char_length(bairro) <= 100
    and char_length(numero) <= 20
    and char_length(complemento) <= 100
  )
);

create index depositos_created_at_idx on depositos (empresa_id, created_at, id);

create index depositos_nome_ordem_idx on depositos (empresa_id, nome_ordem, id);

create index depositos_busca_idx on depositos using gin (empresa_id, busca gin_trgm_ops);

alter table depositos enable row level security;

alter table depositos force row level security;

create policy "an empresa sees its own depositos" on depositos to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on depositos to app;

create trigger depositos_historico after insert or update or delete on depositos
for each row execute function record_historico('nome_ordem', 'busca');

create trigger depositos_inserted after insert on depositos referencing new table as changed
for each statement execute function count_rows();

create trigger depositos_deleted after delete on depositos referencing old table as changed
for each statement execute function count_rows();

create policy "the search functions read depositos" on depositos for select to busca using (true);

grant select on depositos to busca;

-- migrate:down
