-- migrate:up
-- What an empresa sells: one SKU, one marca, one categoria, one fornecedor, many codes.

-- The comparison key of a code: letters and digits in upper case, so that `90915-YZZD2` and `90915 yzzd2` are equal.
-- Leading zeros stay.
create function code_key(p_code text) returns text
language sql immutable parallel safe strict
return regexp_replace(upper(public.unaccent('public.unaccent'::regdictionary, p_code)), '[^0-9A-Z]', '', 'g');

-- The keys by which a search finds a produto exactly: those of its codes and its SKU.
create function code_keys(p_sku text, p_codes text[]) returns text[]
language sql immutable parallel safe
return (select coalesce(array_agg(distinct k.chave), '{}')
  from unnest(p_codes || p_sku) c (code) cross join lateral (values (public.code_key(c.code))) k (chave) where k.chave <> '');

-- The text that a search for a part of a code matches: each code as typed and as key.
create function codes_text(p_codes text[]) returns text
language sql immutable parallel safe
return (select coalesce(string_agg(' ' || public.normalize_text(c.code) || ' ' || lower(public.code_key(c.code)), ''), '')
  from unnest(p_codes) c (code));

-- The trigrams (grams) of a text, as pg_trgm cuts them, each with a prefix. pg_trgm writes a trigram with a non-ASCII
-- character as a number, so such a character becomes a space.
create function text_grams(p_prefix text, p_text text) returns text[]
language sql immutable parallel safe
return string_to_array(p_prefix || array_to_string(public.show_trgm(case when octet_length(p_text) = char_length(p_text)
  then p_text else regexp_replace(p_text, '[^ -~]', ' ', 'g') end), '|' || p_prefix), '|');

-- The entries of a produto in the search index (ADR 0035): the grams of its name, SKU and codes, and its exact keys.
-- Each begins with the end of the empresa's id, so that a search reads no entries of other empresas. The declared cost
-- is higher than the real one, so that no plan computes the function for each row.
create function produto_grams(p_empresa_id uuid, p_nome text, p_sku text, p_codigos text, p_chaves text[]) returns tsvector
language sql immutable parallel safe cost 100000
return array_to_tsvector(
  public.text_grams(right(p_empresa_id::text, 8) || 'n', p_nome) || public.text_grams(right(p_empresa_id::text, 8) || 's', p_sku)
  || public.text_grams(right(p_empresa_id::text, 8) || 'c', p_codigos)
  || string_to_array(right(p_empresa_id::text, 8) || 'k' || array_to_string(p_chaves, '|' || right(p_empresa_id::text, 8) || 'k'), '|'));

create table produtos (
  empresa_id uuid not null constraint produtos_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  user_id uuid not null,
  nome text not null constraint produtos_nome_check check (char_length(nome) between 1 and 200),
  sku text not null constraint produtos_sku_check check (char_length(sku) between 1 and 100),
  categoria_id uuid not null,
  marca_id uuid not null,
  fornecedor_id uuid not null,
  cod_referencia text[] not null default '{}' constraint produtos_cod_referencia_check check (cardinality(cod_referencia) <= 200),
  custo_unitario numeric(12, 2) not null constraint produtos_custo_unitario_check check (custo_unitario >= 0),
  preco_venda numeric(12, 2) not null constraint produtos_preco_venda_check check (preco_venda >= 0),
  -- Public addresses, in the order in which they are shown.
  fotos text[] not null default '{}' constraint produtos_fotos_check check (cardinality(fotos) <= 30),
  -- The sum over produto_deposito, which every movimento updates. No index contains it, so that the update stays cheap.
  estoque_inicial numeric(16, 2) not null default 0 constraint produtos_estoque_inicial_check check (estoque_inicial >= 0),
  versao integer not null default 1,
  created_at timestamptz not null default now(),
  nome_ordem text not null generated always as (ltrim(search_text(nome))) stored,
  sku_ordem text not null generated always as (ltrim(search_text(sku))) stored,
  -- The price for sorting. Under row level security a comparison of `numeric` uses no index, one of bigint does.
  preco_ordem bigint not null generated always as ((preco_venda * 100)::bigint) stored,
  codigos text not null generated always as (codes_text(cod_referencia)) stored,
  chaves text[] not null generated always as (code_keys(sku, cod_referencia)) stored,
  primary key (empresa_id, id),
  constraint produtos_sku_key unique (empresa_id, sku),
  constraint produtos_categoria_fkey foreign key (empresa_id, categoria_id) references categorias (empresa_id, id) on delete restrict,
  constraint produtos_marca_fkey foreign key (empresa_id, marca_id) references marcas (empresa_id, id) on delete restrict,
  constraint produtos_fornecedor_fkey foreign key (empresa_id, fornecedor_id) references fornecedores (empresa_id, id) on delete restrict
) with (fillfactor = 90);

create index produtos_created_at_idx on produtos (empresa_id, created_at, id);

create index produtos_nome_ordem_idx on produtos (empresa_id, nome_ordem, id);

create index produtos_sku_ordem_idx on produtos (empresa_id, sku_ordem, id);

create index produtos_preco_ordem_idx on produtos (empresa_id, preco_ordem, id);

create index produtos_marca_idx on produtos (empresa_id, marca_id);

create index produtos_categoria_idx on produtos (empresa_id, categoria_id);

create index produtos_fornecedor_idx on produtos (empresa_id, fornecedor_id);

create index produtos_busca_idx on produtos using gin (produto_grams(empresa_id, nome_ordem, sku_ordem, codigos, chaves));

alter table produtos enable row level security;

alter table produtos force row level security;

create policy "an empresa sees its own produtos" on produtos to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, update, delete on produtos to app;

-- The history of a produto leaves stock out, because stock has its own ledger. The column list keeps the trigger from
-- firing for a movimento, which updates only `estoque_inicial`: comparing two wide rows would slow it down.
create trigger produtos_historico
after insert or delete or update of nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia, custo_unitario, preco_venda, fotos, versao
on produtos for each row execute function record_historico('estoque_inicial', 'nome_ordem', 'sku_ordem', 'preco_ordem', 'codigos', 'chaves');

-- The amounts that a produto adds to the counters behind the cards of the whole catalogue.
create function produto_totals(p_custo numeric, p_estoque numeric) returns table (nome text, valor numeric)
language sql immutable parallel safe
begin atomic
  select * from (values
    ('produtos', 1::numeric),
    ('produtos.valor', p_custo * p_estoque),
    ('produtos.estoque', p_estoque),
    ('produtos.zerados', (p_estoque = 0)::int::numeric),
    ('produtos.baixos', (p_estoque > 0 and p_estoque < 10)::int::numeric)) v;
end;

-- One write in fifty folds the counters of a name and of the names below it, as `count_rows` does.
create function fold_contadores(p_nome text) returns void
language plpgsql
set search_path = pg_catalog, public
as $$
begin
  if random() >= 0.02 or coalesce(current_setting('app.empresa_id', true), '') = '' then
    return;
  end if;
  with folded as (
    delete from public.contadores c using (
      select id from public.contadores
      where empresa_id = current_empresa() and (nome = p_nome or nome like p_nome || '.%')
      for update skip locked
    ) d
    where c.empresa_id = current_empresa() and c.id = d.id
    returning c.nome, c.delta
  )
  insert into public.contadores (empresa_id, nome, delta)
  select current_empresa(), f.nome, sum(f.delta) from folded f group by f.nome having sum(f.delta) <> 0;
end
$$;

-- A statement-level trigger with transition tables, like `count_rows` (docs/scale.md).
create function count_produtos() returns trigger
language plpgsql
set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.contadores (empresa_id, nome, delta)
    select r.empresa_id, t.nome, sum(t.valor)
    from added r cross join lateral produto_totals(r.custo_unitario, r.estoque_inicial) t
    group by r.empresa_id, t.nome having sum(t.valor) <> 0;
  elsif tg_op = 'DELETE' then
    insert into public.contadores (empresa_id, nome, delta)
    select r.empresa_id, t.nome, -sum(t.valor)
    from removed r cross join lateral produto_totals(r.custo_unitario, r.estoque_inicial) t
    group by r.empresa_id, t.nome having sum(t.valor) <> 0;
  else
    insert into public.contadores (empresa_id, nome, delta)
    select r.empresa_id, t.nome, sum(t.valor * r.sinal)
    from (
      select empresa_id, custo_unitario, estoque_inicial, 1 as sinal from added
      union all select empresa_id, custo_unitario, estoque_inicial, -1 from removed
    ) r cross join lateral produto_totals(r.custo_unitario, r.estoque_inicial) t
    group by r.empresa_id, t.nome having sum(t.valor * r.sinal) <> 0;
  end if;
  perform fold_contadores('produtos');
  return null;
end
$$;

create trigger produtos_inserted after insert on produtos referencing new table as added
for each statement execute function count_produtos();

create trigger produtos_updated after update on produtos referencing old table as removed new table as added
for each statement execute function count_produtos();

create trigger produtos_deleted after delete on produtos referencing old table as removed
for each statement execute function count_produtos();

create policy "the search functions read produtos" on produtos for select to busca using (true);

grant select on produtos to busca;

grant execute on function code_key(text), code_keys(text, text[]), codes_text(text[]), text_grams(text, text),
  produto_grams(uuid, text, text, text, text[]) to app, busca;

grant execute on function produto_totals(numeric, numeric), fold_contadores(text) to app;

-- Links a produto to the uploads in its `fotos`. A trigger updates the links, also when an undo writes `fotos`.
create table produto_fotos (
  empresa_id uuid not null constraint produto_fotos_empresa_fkey references empresas (id),
  id uuid not null default uuidv7(),
  produto_id uuid not null,
  arquivo_id uuid not null,
  primary key (empresa_id, id),
  constraint produto_fotos_key unique (empresa_id, produto_id, arquivo_id),
  constraint produto_fotos_produto_fkey foreign key (empresa_id, produto_id) references produtos (empresa_id, id) on delete cascade,
  constraint produto_fotos_arquivo_fkey foreign key (empresa_id, arquivo_id) references arquivos (empresa_id, id)
);

create index produto_fotos_arquivo_idx on produto_fotos (empresa_id, arquivo_id);

alter table produto_fotos enable row level security;

alter table produto_fotos force row level security;

create policy "an empresa sees its own produto_fotos" on produto_fotos to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select, insert, delete on produto_fotos to app;

create function follow_fotos() returns trigger
language plpgsql
set search_path = pg_catalog, public
as $$
declare
  v_ids uuid[] := array(select substring(f.url from '([0-9a-f-]{36})\.webp$')::uuid from unnest(new.fotos) f (url));
begin
  delete from public.produto_fotos
  where empresa_id = new.empresa_id and produto_id = new.id and arquivo_id <> all (v_ids);
  insert into public.produto_fotos (empresa_id, produto_id, arquivo_id)
  select new.empresa_id, new.id, a.id from unnest(v_ids) a (id) where a.id is not null
  on conflict on constraint produto_fotos_key do nothing;
  return null;
end
$$;

create trigger produtos_fotos_inserted after insert on produtos
for each row when (new.fotos <> '{}') execute function follow_fotos();

create trigger produtos_fotos_updated after update of fotos on produtos
for each row when (new.fotos is distinct from old.fotos) execute function follow_fotos();

-- migrate:down
