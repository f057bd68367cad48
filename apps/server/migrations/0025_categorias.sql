-- migrate:up
-- The classes of an empresa's produtos, in two levels: a subcategoria has a parent, and a parent has no parent.
create table categorias (
  empresa_id uuid not null constraint categorias_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  nome text not null constraint categorias_nome_check check (char_length(nome) between 1 and 100),
  descricao text constraint categorias_descricao_check check (char_length(descricao) <= 2000),
  parent_id uuid,
  versao integer not null default 1,
  created_at timestamptz not null default now(),
  nome_ordem text not null generated always as (normalize_text(nome)) stored,
  busca text not null generated always as (search_text(nome || ' ' || coalesce(descricao, ''))) stored,
  -- The foreign key enforces the two levels: it refers to (id, principal = true), so a parent must be and stay
  -- principal.
  principal boolean not null generated always as (parent_id is null) stored,
  parent_principal boolean generated always as (case when parent_id is not null then true end) stored,
  primary key (empresa_id, id),
  constraint categorias_principal_key unique (empresa_id, id, principal),
  constraint categorias_parent_fkey foreign key (empresa_id, parent_id, parent_principal)
    references categorias (empresa_id, id, principal) on update restrict on delete restrict
);

create index categorias_created_at_idx on categorias (empresa_id, created_at, id);

create index categorias_nome_ordem_idx on categorias (empresa_id, nome_ordem, id);

create index categorias_busca_idx on categorias using gin (empresa_id, busca gin_trgm_ops);

create index categorias_parent_idx on categorias (empresa_id, parent_id, nome_ordem, id);

create index categorias_principal_idx on categorias (empresa_id, principal, nome_ordem, id);

alter table categorias enable row level security;

alter table categorias force row level security;

create policy "an empresa sees its own categorias" on categorias to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on categorias to app;

create trigger categorias_historico after insert or update or delete on categorias
for each row execute function record_historico('nome_ordem', 'busca', 'principal', 'parent_principal');

create trigger categorias_inserted after insert on categorias referencing new table as changed
for each statement execute function count_rows();

create trigger categorias_deleted after delete on categorias referencing old table as changed
for each statement execute function count_rows();

create policy "the search functions read categorias" on categorias for select to busca using (true);

grant select on categorias to busca;

-- migrate:down
