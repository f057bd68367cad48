-- migrate:up
-- The anuncios of a seller's account as they were last read, one row per variation, and the produto that each became.
-- Keyed by the seller's account at the marketplace, so that a reconnected conta finds its links.
create table anuncios (
  empresa_id uuid not null constraint anuncios_empresa_fkey references empresas (id),
  marketplace text not null,
  seller_id text not null,
  anuncio_id text not null,
  -- Empty for an anuncio without variations.
  variacao_id text not null default '',
  titulo text not null,
  variacao text not null default '',
  estado text not null,
  categoria_externa_id text not null,
  -- The seller's SKU, or the id of the anuncio when the seller gave none.
  sku text not null,
  sku_proprio boolean not null,
  marca text,
  gtins text[] not null default '{}',
  -- Part numbers and similar codes, without the GTINs.
  codigos text[] not null default '{}',
  preco numeric(12, 2) not null,
  quantidade numeric(12, 2) not null,
  -- The marketplace stores the stock (Full).
  is_full boolean not null,
  fotos text[] not null default '{}',
  -- The address of a small picture at the marketplace.
  miniatura text,
  -- The marketplace's id of a physical product, and its other anuncios: both mark twins, which become one produto.
  produto_fisico text,
  gemeos text[] not null default '{}',
  atualizado_em timestamptz not null,
  lido_em timestamptz not null default now(),
  produto_id uuid,
  -- The values that the import last wrote into the produto. A field that still has its value was not edited since.
  importado jsonb,
  busca text not null generated always as (search_text(titulo || ' ' || variacao || ' ' || sku || ' ' || anuncio_id)) stored,
  primary key (empresa_id, marketplace, seller_id, anuncio_id, variacao_id),
  constraint anuncios_produto_fkey foreign key (empresa_id, produto_id) references produtos (empresa_id, id) on delete set null (produto_id)
) with (fillfactor = 90);

create index anuncios_produto_idx on anuncios (empresa_id, produto_id) where produto_id is not null;

create index anuncios_produto_fisico_idx on anuncios (empresa_id, marketplace, seller_id, produto_fisico) where produto_fisico is not null;

-- Maps a categoria of a marketplace to one of the empresa. Without a mapping the import creates a categoria of its
-- name.
create table categorias_externas (
  empresa_id uuid not null constraint categorias_externas_empresa_fkey references empresas (id),
  marketplace text not null,
  id text not null,
  nome text not null,
  caminho text not null,
  categoria_id uuid,
  primary key (empresa_id, marketplace, id),
  constraint categorias_externas_categoria_fkey foreign key (empresa_id, categoria_id) references categorias (empresa_id, id) on delete set null (categoria_id)
);

create index categorias_externas_categoria_idx on categorias_externas (empresa_id, categoria_id) where categoria_id is not null;

-- An import of anuncios. `vez` is a fencing token: a worker with another `vez` stops.
create table importacoes (
  empresa_id uuid not null constraint importacoes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  conta_id uuid not null,
  marketplace text not null,
  seller_id text not null,
  situacao text not null default 'lendo' constraint importacoes_situacao_check
    check (situacao in ('lendo', 'pronta', 'importando', 'pausada', 'interrompida', 'cancelada', 'concluida')),
  estados text[] not null,
  -- The step with which an interrupted or paused importacao continues.
  passo text not null default 'buscar' constraint importacoes_passo_check
    check (passo in ('buscar', 'ler', 'comparar', 'importar', 'fotos')),
  -- Where the search for anuncios continues: the marketplace's own note.
  varredura text,
  anuncios integer not null default 0,
  lidos integer not null default 0,
  vez integer not null default 1,
  passo_em timestamptz not null default now(),
  -- When the importacao last wrote something. `passo_em` also counts steps that failed.
  progresso_em timestamptz not null default now(),
  deposito_id uuid,
  fornecedor_id uuid,
  estoque_full boolean not null default false,
  aviso text,
  created_at timestamptz not null default now(),
  iniciada_em timestamptz,
  concluida_em timestamptz,
  primary key (empresa_id, id),
  constraint importacoes_conta_fkey foreign key (empresa_id, conta_id) references mercado_livre_config (empresa_id, id),
  constraint importacoes_deposito_fkey foreign key (empresa_id, deposito_id) references depositos (empresa_id, id) on delete set null (deposito_id),
  constraint importacoes_fornecedor_fkey foreign key (empresa_id, fornecedor_id) references fornecedores (empresa_id, id) on delete set null (fornecedor_id)
) with (fillfactor = 50);

create index importacoes_conta_idx on importacoes (empresa_id, conta_id, id);

create index importacoes_deposito_idx on importacoes (empresa_id, deposito_id) where deposito_id is not null;

create index importacoes_fornecedor_idx on importacoes (empresa_id, fornecedor_id) where fornecedor_id is not null;

-- An account has at most one unfinished importacao.
create unique index importacoes_em_andamento_key on importacoes (empresa_id, marketplace, seller_id)
where situacao in ('lendo', 'pronta', 'importando', 'pausada', 'interrompida');

-- One anuncio of an importacao, or one variation of it.
create table importacao_itens (
  empresa_id uuid not null constraint importacao_itens_empresa_fkey references empresas (id),
  importacao_id uuid not null,
  anuncio_id text not null,
  variacao_id text not null default '',
  acao text not null default 'criar' constraint importacao_itens_acao_check check (acao in ('criar', 'ligar', 'ignorar')),
  produto_id uuid,
  -- The produto that was proposed, so that a person can return to the proposal.
  proposto_id uuid,
  confianca text constraint importacao_itens_confianca_check check (confianca in ('alta', 'media', 'baixa')),
  -- Items of one produto share this key, which holds the ids of the first of them. The item that is imported first
  -- creates or finds the produto.
  mesmo_produto text,
  por text constraint importacao_itens_por_check check (por in ('anuncio', 'sku', 'gtin', 'codigo')),
  -- Whether a person has accepted the action.
  conferido boolean not null default false,
  preenche text[] not null default '{}',
  is_full boolean not null default false,
  -- `a_ler`: the anuncio is not read yet, only its id is known.
  resultado text not null default 'a_ler' constraint importacao_itens_resultado_check
    check (resultado in ('a_ler', 'pendente', 'criado', 'ligado', 'atualizado', 'igual', 'ignorado', 'recusado')),
  motivo text,
  primary key (empresa_id, importacao_id, anuncio_id, variacao_id),
  constraint importacao_itens_importacao_fkey foreign key (empresa_id, importacao_id) references importacoes (empresa_id, id) on delete cascade,
  constraint importacao_itens_produto_fkey foreign key (empresa_id, produto_id) references produtos (empresa_id, id) on delete set null (produto_id)
) with (fillfactor = 80);

create index importacao_itens_resultado_idx on importacao_itens (empresa_id, importacao_id, resultado, anuncio_id, variacao_id) include (acao, confianca, conferido, is_full);

create index importacao_itens_produto_idx on importacao_itens (empresa_id, produto_id) where produto_id is not null;

create index importacao_itens_mesmo_produto_idx on importacao_itens (empresa_id, importacao_id, mesmo_produto) where mesmo_produto is not null;

-- The photos to copy into our storage, and the outcome of each.
create table importacao_fotos (
  empresa_id uuid not null constraint importacao_fotos_empresa_fkey references empresas (id),
  importacao_id uuid not null,
  produto_id uuid not null,
  ordem smallint not null,
  url text not null,
  situacao text not null default 'pendente' constraint importacao_fotos_situacao_check
    check (situacao in ('pendente', 'feita', 'recusada')),
  -- How many downloads have failed with an error that may pass.
  tentativas smallint not null default 0,
  motivo text,
  primary key (empresa_id, importacao_id, produto_id, ordem),
  constraint importacao_fotos_importacao_fkey foreign key (empresa_id, importacao_id) references importacoes (empresa_id, id) on delete cascade,
  constraint importacao_fotos_produto_fkey foreign key (empresa_id, produto_id) references produtos (empresa_id, id) on delete cascade
) with (fillfactor = 80);

create index importacao_fotos_pendente_idx on importacao_fotos (empresa_id, importacao_id, situacao, tentativas, produto_id, ordem);

create index importacao_fotos_produto_idx on importacao_fotos (empresa_id, produto_id);

alter table anuncios enable row level security;

alter table anuncios force row level security;

create policy "an empresa sees its own anuncios" on anuncios to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on anuncios to app;

alter table categorias_externas enable row level security;

alter table categorias_externas force row level security;

create policy "an empresa sees its own categorias_externas" on categorias_externas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on categorias_externas to app;

alter table importacoes enable row level security;

alter table importacoes force row level security;

create policy "an empresa sees its own importacoes" on importacoes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on importacoes to app;

alter table importacao_itens enable row level security;

alter table importacao_itens force row level security;

create policy "an empresa sees its own importacao_itens" on importacao_itens to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on importacao_itens to app;

alter table importacao_fotos enable row level security;

alter table importacao_fotos force row level security;

create policy "an empresa sees its own importacao_fotos" on importacao_fotos to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on importacao_fotos to app;

-- Importacoes that stall although no person paused them, because their job was lost.
create function importacoes_paradas(p_limit integer) returns table (empresa_id uuid, importacao_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select i.empresa_id, i.id from public.importacoes i
  where i.situacao in ('lendo', 'importando') and i.passo_em < now() - interval '5 minutes'
  order by i.passo_em limit p_limit;
end;

create index importacoes_paradas_idx on importacoes (passo_em) where situacao in ('lendo', 'importando');

grant select (empresa_id, id, situacao, passo_em) on importacoes to contas;

grant create on schema public to contas;

alter function importacoes_paradas(integer) owner to contas;

revoke create on schema public from contas;

revoke execute on function importacoes_paradas(integer) from public;

grant execute on function importacoes_paradas(integer) to app;

-- migrate:down
