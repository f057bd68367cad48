-- migrate:up
-- The anuncios of a seller's account as they were last read, each variation by itself, and the produto each one became.
-- Kept by the seller's account there, so that a conta connected again finds its links.
create table anuncios (
  empresa_id uuid not null constraint anuncios_empresa_fkey references empresas (id),
  user_ml_id bigint not null,
  anuncio_id text not null,
  -- Empty for an anuncio without variations.
  variacao_id text not null default '',
  titulo text not null,
  variacao text not null default '',
  estado text not null,
  categoria_ml_id text not null,
  -- The seller's own, or the id of the anuncio where there is none.
  sku text not null,
  sku_proprio boolean not null,
  marca text,
  gtins text[] not null default '{}',
  -- Part numbers and the like, without the GTINs.
  codigos text[] not null default '{}',
  preco numeric(12, 2) not null,
  quantidade numeric(12, 2) not null,
  -- The marketplace keeps its stock.
  is_full boolean not null,
  fotos text[] not null default '{}',
  -- What the marketplace says is one physical thing: twins share it.
  produto_fisico text,
  gemeos text[] not null default '{}',
  atualizado_em timestamptz not null,
  lido_em timestamptz not null default now(),
  produto_id uuid,
  -- What the import last wrote into that produto: where it is still so, nobody has changed it since.
  importado jsonb,
  busca text not null generated always as (search_text(titulo || ' ' || variacao || ' ' || sku || ' ' || anuncio_id)) stored,
  primary key (empresa_id, user_ml_id, anuncio_id, variacao_id),
  constraint anuncios_produto_fkey foreign key (empresa_id, produto_id) references produtos (empresa_id, id) on delete set null (produto_id)
) with (fillfactor = 90);

create index anuncios_produto_idx on anuncios (empresa_id, produto_id) where produto_id is not null;

create index anuncios_produto_fisico_idx on anuncios (empresa_id, user_ml_id, produto_fisico) where produto_fisico is not null;

-- What a categoria of the marketplace is here; without one a categoria of its name is created.
create table categorias_ml (
  empresa_id uuid not null constraint categorias_ml_empresa_fkey references empresas (id),
  id text not null,
  nome text not null,
  caminho text not null,
  categoria_id uuid,
  primary key (empresa_id, id),
  constraint categorias_ml_categoria_fkey foreign key (empresa_id, categoria_id) references categorias (empresa_id, id) on delete set null (categoria_id)
);

create index categorias_ml_categoria_idx on categorias_ml (empresa_id, categoria_id) where categoria_id is not null;

-- Whoever works on one is the one with its `vez`, whoever has another stops.
create table importacoes (
  empresa_id uuid not null constraint importacoes_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  conta_id uuid not null,
  user_ml_id bigint not null,
  situacao text not null default 'lendo' constraint importacoes_situacao_check
    check (situacao in ('lendo', 'pronta', 'importando', 'pausada', 'interrompida', 'cancelada', 'concluida')),
  estados text[] not null,
  -- Which step an interrupted or paused one goes on with.
  passo text not null default 'buscar' constraint importacoes_passo_check
    check (passo in ('buscar', 'ler', 'comparar', 'importar', 'fotos')),
  -- How far the search for the anuncios has come, and where it goes on.
  varredura jsonb,
  anuncios integer not null default 0,
  lidos integer not null default 0,
  vez integer not null default 1,
  passo_em timestamptz not null default now(),
  -- When something was last written; a step that failed is a step too.
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

-- One under way for each account.
create unique index importacoes_em_andamento_key on importacoes (empresa_id, user_ml_id)
where situacao in ('lendo', 'pronta', 'importando', 'pausada', 'interrompida');

-- One anuncio, or one variation of it, of one importacao.
create table importacao_itens (
  empresa_id uuid not null constraint importacao_itens_empresa_fkey references empresas (id),
  importacao_id uuid not null,
  anuncio_id text not null,
  variacao_id text not null default '',
  acao text not null default 'criar' constraint importacao_itens_acao_check check (acao in ('criar', 'ligar', 'ignorar')),
  produto_id uuid,
  -- What was proposed, for who changes their mind.
  proposto_id uuid,
  confianca text constraint importacao_itens_confianca_check check (confianca in ('alta', 'media', 'baixa')),
  -- Those that are one produto share it: the ids of the first of them. Whichever is imported first makes or finds the produto.
  mesmo_produto text,
  por text constraint importacao_itens_por_check check (por in ('anuncio', 'sku', 'gtin', 'codigo')),
  -- A person has agreed to what is to be done.
  conferido boolean not null default false,
  preenche text[] not null default '{}',
  is_full boolean not null default false,
  -- `a_ler`: only its id is known.
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

-- The photos still to be copied into our storage, and what became of each.
create table importacao_fotos (
  empresa_id uuid not null constraint importacao_fotos_empresa_fkey references empresas (id),
  importacao_id uuid not null,
  produto_id uuid not null,
  ordem smallint not null,
  url text not null,
  situacao text not null default 'pendente' constraint importacao_fotos_situacao_check
    check (situacao in ('pendente', 'feita', 'recusada')),
  -- How often it did not come although it may be there.
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

alter table categorias_ml enable row level security;

alter table categorias_ml force row level security;

create policy "an empresa sees its own categorias_ml" on categorias_ml to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on categorias_ml to app;

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

-- Those that stand still although nobody paused them: their job was lost.
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
