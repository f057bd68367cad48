-- migrate:up
-- The marcas an empresa sells; a produto has exactly one.
create table marcas (
  empresa_id uuid not null constraint marcas_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  nome text not null constraint marcas_nome_check check (char_length(nome) between 1 and 100),
  descricao text constraint marcas_descricao_check check (char_length(descricao) <= 2000),
  logo_url text constraint marcas_logo_url_check check (char_length(logo_url) <= 2000),
  -- The uploaded image that `logo_url` points to; null for a pasted address.
  logo_arquivo_id uuid,
  versao integer not null default 1,
  created_at timestamptz not null default now(),
  nome_ordem text not null generated always as (normalize_text(nome)) stored,
  busca text not null generated always as (search_text(nome || ' ' || coalesce(descricao, ''))) stored,
  primary key (empresa_id, id),
  constraint marcas_logo_arquivo_fkey foreign key (empresa_id, logo_arquivo_id) references arquivos (empresa_id, id)
);

create index marcas_created_at_idx on marcas (empresa_id, created_at, id);

create index marcas_nome_ordem_idx on marcas (empresa_id, nome_ordem, id);

create index marcas_busca_idx on marcas using gin (empresa_id, busca gin_trgm_ops);

create index marcas_logo_arquivo_idx on marcas (empresa_id, logo_arquivo_id) where logo_arquivo_id is not null;

alter table marcas enable row level security;

alter table marcas force row level security;

create policy "an empresa sees its own marcas" on marcas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on marcas to app;

create trigger marcas_historico after insert or update or delete on marcas
for each row execute function record_historico('nome_ordem', 'busca');

create trigger marcas_inserted after insert on marcas referencing new table as changed
for each statement execute function count_rows();

create trigger marcas_deleted after delete on marcas referencing old table as changed
for each statement execute function count_rows();

create policy "the search functions read marcas" on marcas for select to busca using (true);

grant select on marcas to busca;

-- migrate:down
