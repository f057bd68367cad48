-- migrate:up
-- Every search reads a bounded number of rows (ADR 0042). `find_produtos`, `find_inventario` and `find_ids` replace the
-- functions named `search_…`, which stay until no running release calls them.

-- The limits of a search: how many words count, and how many rows each step reads.
create type search_limits as (
  -- Distinct words of `busca` that count, in the order typed, and how many of them the index is asked for.
  palavras integer,
  perguntas integer,
  -- Marcas or categorias whose names are compared one by one.
  nomes integer,
  -- Rows of a list read in its order: in the first step, and in the second, which follows when the first found some
  -- matches or when no index can answer the filter.
  lista integer,
  lista_longa integer,
  -- Rows gathered through an index: `indice` when they are sorted, `soma` when they are looked up one by one or summed.
  indice integer,
  soma integer
);

create function search_limits() returns search_limits
language sql immutable parallel safe
return (12, 4, 10000, 2000, 12000, 30000, 10000)::search_limits;

-- Pattern → ids of the marcas or categorias whose names match. Null when the register has more rows than the limit.
create function names_like(p_tabela text, p_padroes text[]) returns jsonb
language plpgsql stable
set search_path = pg_catalog, public
as $$
declare
  v_limite constant integer := (search_limits()).nomes;
  v_achados jsonb;
begin
  execute format('with r as materialized (select r.id, '' '' || r.nome_ordem as nome from public.%I r
        where r.empresa_id = current_empresa() limit %s)
      select jsonb_object_agg(p.padrao, (select coalesce(jsonb_agg(r.id), ''[]'') from r where r.nome like p.padrao))
      from unnest($1) p (padrao) where (select count(*) from r) <= %s', p_tabela, v_limite + 1, v_limite)
    using p_padroes into v_achados;
  return v_achados;
end
$$;

-- As in 0032, with limits. Only the first distinct words of `busca` count. The index is asked for the longest few of
-- them; the others are compared in the rows. The names of marcas and categorias are compared one by one. When there are
-- too many, the name is looked up from each produto instead.
create or replace function filter_produtos(p_filtro jsonb, out condicao text, out indice text)
language plpgsql stable
set search_path = pg_catalog, public
as $$
declare
  v_texto constant text := '('' '' || p.nome_ordem || '' '' || p.sku_ordem || p.codigos)';
  v_entre constant text := format('(p.empresa_id = %L and p.%%I = any (%%L::uuid[]))', current_empresa());
  v_busca constant text := normalize_text(p_filtro ->> 'busca');
  v_codigo constant text := code_key(p_filtro ->> 'busca');
  v_limites constant search_limits := search_limits();
  v_nome text;
  v_valor text;
  v_chave text;
  v_ids uuid[];
  v_achados jsonb;
  v_digitadas text[];
  -- All conditions; of them the ones for the gram index, and the ones for the indexes on marca, categoria or
  -- fornecedor.
  v_todas text[] := '{}';
  v_grams text[] := '{}';
  v_listas text[] := '{}';
  -- For the words of `busca`: the condition of each word, the gram conditions of the words that only the produto itself
  -- can match, and the alternatives by which an index finds one word.
  v_palavra text;
  v_cut text[];
  v_palavras text[] := '{}';
  v_proprias text[] := '{}';
  v_no_nome text[] := '{}';
  v_fora_do_nome text[] := '{}';
  v_caminhos text[];
  v_por_extenso boolean := true;
  -- False when a word may match marcas whose ids are unknown: the index would then miss produtos.
  v_pelo_indice boolean := true;
  v_indices text[];
  v_vias text[] := '{}';
begin
  for v_nome, v_valor in select key, value from jsonb_each_text(p_filtro) where key <> 'busca' loop
    if v_nome in ('marca', 'categoria') then
      v_chave := like_part(normalize_text(v_valor));
      v_achados := names_like(v_nome || 's', array[v_chave]);
      if v_achados is null then
        v_todas := v_todas || format('(select r.nome_ordem like %L from public.%I r where r.empresa_id = p.empresa_id and r.id = p.%I)',
          v_chave, v_nome || 's', v_nome || '_id');
      else
        v_listas := v_listas || format(v_entre, v_nome || '_id', array(select jsonb_array_elements_text(v_achados -> v_chave)));
      end if;
    elsif v_nome in ('nome', 'sku') then
      v_valor := ltrim(search_text(v_valor));
      v_todas := v_todas || format('p.%I like %L', v_nome || '_ordem', like_part(v_valor));
      v_grams := v_grams || gram_part(left(v_nome, 1), cut_grams(v_valor));
    elsif v_nome = 'cod_referencia' then
      v_chave := lower(code_key(v_valor));
      v_valor := normalize_text(v_valor);
      v_caminhos := case when v_chave <> v_valor and char_length(v_chave) > 2 then array[format('p.codigos like %L', like_part(v_chave))] end;
      -- A space may be inside a code or between two codes, so each code is compared by itself.
      v_caminhos := v_caminhos || (format('p.codigos like %L', like_part(v_valor)) || case when v_valor like '% %'
        then format(' and exists (select from unnest(p.cod_referencia) c (code) where normalize_text(c.code) like %L)', like_part(v_valor)) else '' end);
      v_todas := v_todas || ('(' || array_to_string(v_caminhos, ' or ') || ')');
      -- A typed code has the same letters and digits as its key, so the grams of the key find both.
      v_grams := v_grams || gram_part('c', cut_grams(v_chave));
    else
      v_listas := v_listas || format(v_entre, v_nome, array[v_valor]);
    end if;
  end loop;
  -- A word of punctuation only, such as a dash, is ignored unless nothing else was typed.
  v_digitadas := array(
    select w.palavra from (
      select w.palavra, min(w.n) as n from regexp_split_to_table(btrim(v_busca), '\s+') with ordinality w (palavra, n)
      where w.palavra <> '' and (w.palavra ~ '[[:alnum:]]' or v_busca !~ '[[:alnum:]]')
      group by w.palavra order by min(w.n) limit v_limites.palavras
    ) w
    order by char_length(w.palavra) desc, w.n);
  v_achados := case when cardinality(v_digitadas) > 0 then names_like('marcas', array(
    select like_part(case when char_length(d.palavra) < 3 then ' ' else '' end || d.palavra) from unnest(v_digitadas) d (palavra))) end;
  foreach v_palavra in array v_digitadas loop
    -- One or two letters occur in too many places, so they match only the beginnings of words.
    v_valor := case when char_length(v_palavra) < 3 then ' ' || v_palavra else v_palavra end;
    v_caminhos := array[format('%s like %L', v_texto, like_part(v_valor))];
    v_cut := cut_grams(v_valor);
    v_chave := lower(code_key(v_palavra));
    -- A code that contains the typed word also contains its key.
    v_indices := array[gram_part('n', v_cut), gram_part('s', v_cut),
      gram_part('c', case when char_length(v_chave) > 2 then cut_grams(v_chave) else v_cut end)];
    v_ids := array(select jsonb_array_elements_text(v_achados -> like_part(v_valor)));
    if v_achados is null then
      v_pelo_indice := false;
      v_caminhos := v_caminhos || format('(select '' '' || m.nome_ordem like %L from public.marcas m where m.empresa_id = p.empresa_id and m.id = p.marca_id)',
        like_part(v_valor));
    elsif cardinality(v_ids) > 0 then
      v_caminhos := v_caminhos || format(v_entre, 'marca_id', v_ids);
      v_indices := v_indices || format(v_entre, 'marca_id', v_ids);
    end if;
    if v_chave <> v_palavra and char_length(v_chave) > 2 then
      v_caminhos := v_caminhos || format('p.codigos like %L', like_part(v_chave));
    end if;
    v_palavras := v_palavras || ('(' || array_to_string(v_caminhos, ' or ') || ')');
    -- The words come longest first. The index is asked for a single letter only when there is no better word.
    if cardinality(v_caminhos) = 1 and exists (select from unnest(v_cut) g (gram) where g.gram not like '  %') then
      v_vias := case when v_proprias = '{}' then v_indices else v_vias end;
      if cardinality(v_proprias) < v_limites.perguntas then
        v_proprias := v_proprias || gram_part('nsc', v_cut);
        v_no_nome := v_no_nome || v_cut;
        v_fora_do_nome := v_fora_do_nome || v_indices[2:3];
      end if;
      v_por_extenso := v_por_extenso and v_palavra !~ '[0-9]' and char_length(v_palavra) > 2;
    elsif v_vias = '{}' and v_cut <> '{}' then
      v_vias := v_indices;
    end if;
  end loop;
  if cardinality(v_palavras) > 0 then
    condicao := array_to_string(v_palavras, ' and ');
    -- Several words without digits are all in the name, or one of them is in the SKU or a code, where words are rare.
    v_vias := case when cardinality(v_proprias) < 2 then v_vias
      when v_por_extenso then gram_part('n', v_no_nome) || v_fora_do_nome
      else array[array_to_string(v_proprias, ' and ')] end;
    -- Several words may be the parts of one code. A long text without a digit is not a code.
    v_chave := lower(v_codigo);
    if cardinality(v_palavras) > 1 and char_length(v_chave) > 2 and (v_chave ~ '[0-9]' or char_length(v_chave) < 9) then
      condicao := format('%s or p.codigos like %L', condicao, like_part(v_chave));
      v_vias := case when v_vias <> '{}' then v_vias || gram_part('c', cut_grams(v_chave)) else v_vias end;
    end if;
    if v_codigo <> '' then
      condicao := format('%s or p.chaves @> array[%L]', condicao, v_codigo);
      v_vias := case when v_vias <> '{}' then v_vias || gram_part('k', array[v_codigo || '''']) else v_vias end;
    end if;
    v_todas := v_todas || ('(' || condicao || ')');
    v_vias := case when v_pelo_indice then v_vias else '{}' end;
  elsif p_filtro ? 'busca' then
    -- The search holds only whitespace, so it matches nothing.
    v_todas := v_todas || 'false'::text;
  end if;
  v_todas := v_todas || v_listas;
  v_grams := array_remove(v_grams, null);
  condicao := coalesce(nullif(array_to_string(v_todas, ' and '), ''), 'true');
  indice := case
    when v_grams <> '{}' then array_to_string(v_grams || v_listas, ' and ')
    when v_vias <> '{}' then '((' || array_to_string(v_vias, ') or (') || '))'
    when v_listas <> '{}' then array_to_string(v_listas, ' and ')
  end;
end
$$;

-- Runs a statement with bitmap scans only. `p_linhas` is a query of unsorted rows `(id, chave, passa)` that the caller
-- has limited. Returns the first ids in the order of `chave`, and how many rows were read.
create function gather_first(p_linhas text, p_sentido text, p_limite integer, out ids uuid[], out lidas bigint)
language plpgsql stable
set search_path = pg_catalog, public
set enable_indexscan = off
set enable_seqscan = off
set work_mem = '32MB'
as $$
begin
  execute format('with g as materialized (%1$s)
      select array(select g.id from g where g.passa order by g.chave %2$s, g.id %2$s limit %3$s), (select count(*) from g)',
    p_linhas, p_sentido, p_limite) into ids, lidas;
end
$$;

-- Returns ids of the produtos that match the filters, in the order of the list, after a given row. At most ten produtos
-- whose code or SKU equals the search come first, on the first page only. `parcial`: not all matches were read, so the
-- page may lack some that belong on it.
create function find_produtos(
  p_coluna text, p_desc boolean, p_filtro jsonb, p_valor text, p_id uuid, p_limite integer, out ids uuid[], out parcial boolean
)
language plpgsql stable security definer
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
  v_limites constant search_limits := search_limits();
  v_chave text := code_key(p_filtro ->> 'busca');
  v_da_empresa text := format('from public.produtos p where p.empresa_id = %L', current_empresa());
  v_sentido text := case when p_desc then 'desc' else 'asc' end;
  v_ordem text := format('order by p.%I %s, p.id %s', p_coluna, v_sentido, v_sentido);
  v_depois text := '';
  v_outros text := '';
  v_condicao text;
  v_indice text;
  v_primeiros uuid[] := '{}';
  v_linhas integer;
  v_ids uuid[];
  v_resta boolean;
  v_lidas bigint;
begin
  parcial := false;
  select f.condicao, f.indice into v_condicao, v_indice from filter_produtos(p_filtro) f;
  if v_chave <> '' then
    -- Chosen by id, so that they are the same ten in every order of the list.
    v_primeiros := gather_ids(format('select array(select p.id from (select p.* from (select p.* %s limit %s) p order by p.id limit 10) p %s)',
      gather_part(gram_part('k', array[v_chave || '''']), (select f.condicao from filter_produtos(p_filtro - 'busca') f)), v_limites.soma, v_ordem));
    v_outros := format(' and p.id <> all (%L::uuid[])', v_primeiros);
  end if;
  ids := '{}';
  if p_id is null or p_id = any (v_primeiros) then
    ids := v_primeiros[coalesce(array_position(v_primeiros, p_id), 0) + 1:p_limite];
    p_limite := p_limite - cardinality(ids);
  else
    v_depois := format('and (p.%I, p.id) %s (%L, %L)', p_coluna, case when p_desc then '<' else '>' end, p_valor, p_id);
  end if;

  -- A common text fills its page from the next rows of the list. When the first step finds some matches but no full
  -- page, reading further costs less than gathering all matches. Without an index condition, reading further is the
  -- only way.
  for v_linhas in select unnest(array[v_limites.lista, v_limites.lista_longa]) loop
    execute format('select array(select p.id from (select p.* %s %s %s limit %s) p where %s %s limit %s)',
      v_da_empresa, v_depois, v_ordem, v_linhas, v_condicao, v_outros, p_limite) into v_ids;
    exit when cardinality(v_ids) = p_limite;
    execute format('select exists (select %s %s %s offset %s)', v_da_empresa, v_depois, v_ordem, v_linhas) into v_resta;
    exit when not v_resta or v_indice is not null and cardinality(v_ids) < 14;
  end loop;
  if cardinality(v_ids) < p_limite and v_resta then
    parcial := true;
    if v_indice is not null then
      select g.ids, g.lidas into v_ids, v_lidas from gather_first(
        format('select p.id, p.%I as chave, (%s %s %s) is true as passa from public.produtos p where (p.empresa_id = %L) is true and %s limit %s',
          p_coluna, v_condicao, v_outros, v_depois, current_empresa(), v_indice, v_limites.indice + 1), v_sentido, p_limite) g;
      parcial := v_lidas > v_limites.indice;
    end if;
  end if;
  ids := ids || v_ids;
end
$$;

-- The sums over the rows with `passa` of a query of `(categoria_id, marca_id, custo_unitario, estoque_inicial, passa)`,
-- and how many rows were read.
create function sum_read(p_linhas text)
returns table (total bigint, valor numeric, estoque numeric, zerados bigint, baixos bigint, categorias bigint, marcas bigint, lidas bigint)
language plpgsql stable
rows 1
set search_path = pg_catalog, public
as $$
begin
  return query execute format('
    select count(*) filter (where l.passa), coalesce(sum(l.custo_unitario * l.estoque_inicial) filter (where l.passa), 0),
      coalesce(sum(l.estoque_inicial) filter (where l.passa), 0), count(*) filter (where l.passa and l.estoque_inicial = 0),
      count(*) filter (where l.passa and l.estoque_inicial > 0 and l.estoque_inicial < 10),
      count(distinct l.categoria_id) filter (where l.passa), count(distinct l.marca_id) filter (where l.passa), count(*)
    from (%s) l', p_linhas);
end
$$;

-- The same with bitmap scans only.
create function sum_gathered(p_linhas text)
returns table (total bigint, valor numeric, estoque numeric, zerados bigint, baixos bigint, categorias bigint, marcas bigint, lidas bigint)
language plpgsql stable
rows 1
set search_path = pg_catalog, public
set enable_indexscan = off
set enable_seqscan = off
set work_mem = '32MB'
as $$
begin
  return query select * from sum_read(p_linhas);
end
$$;

-- The cards of the produtos that match the filters. With `p_limitado` a bounded number of rows is read. When further
-- rows could match, `exato` is false, and `total` and the sums cover only the rows that were read.
create function resume_produtos(p_filtro jsonb, p_limitado boolean)
returns table (total bigint, valor numeric, estoque numeric, zerados bigint, baixos bigint, categorias bigint, marcas bigint, exato boolean)
language plpgsql stable security definer
rows 1
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
  v_limite constant integer := (search_limits()).soma;
  v_colunas text;
  v_condicao text;
  v_indice text;
  v_comum boolean;
begin
  if not p_limitado then
    return query select r.*, true from resume_produtos(p_filtro) r;
    return;
  end if;
  select f.condicao, f.indice into v_condicao, v_indice from filter_produtos(p_filtro) f;
  -- When most of the newest rows match, asking an index is not worth its cost.
  execute format('select count(*) filter (where %1$s) > %2$s / 2 from (select * from public.produtos p where p.empresa_id = %3$L
      order by p.created_at desc, p.id desc limit %2$s) p', v_condicao, (search_limits()).lista / 2, current_empresa()) into v_comum;
  v_colunas := format('select p.categoria_id, p.marca_id, p.custo_unitario, p.estoque_inicial, (%s) is true as passa', v_condicao);
  if v_comum or v_indice is null then
    -- Reads the newest rows, which are all rows of a list within the limit.
    return query select s.total, s.valor, s.estoque, s.zerados, s.baixos, s.categorias, s.marcas, s.lidas <= v_limite from sum_read(
      format('%s from (select * from public.produtos p where p.empresa_id = %L order by p.created_at desc, p.id desc limit %s) p',
        v_colunas, current_empresa(), v_limite + 1)) s;
  else
    return query select s.total, s.valor, s.estoque, s.zerados, s.baixos, s.categorias, s.marcas, s.lidas <= v_limite from sum_gathered(
      format('%s from public.produtos p where (p.empresa_id = %L) is true and %s limit %s',
        v_colunas, current_empresa(), v_indice, v_limite + 1)) s;
  end if;
end
$$;

-- Returns ids of the rows of the inventory that match the filters: `busca` on the produto, `deposito_id`, `situacao`.
-- `parcial` as in `find_produtos`.
create function find_inventario(
  p_coluna text, p_desc boolean, p_filtro jsonb, p_valor text, p_id uuid, p_limite integer, out ids uuid[], out parcial boolean
)
language plpgsql stable security definer
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
  v_limites constant search_limits := search_limits();
  v_sentido text := case when p_desc then 'desc' else 'asc' end;
  v_ordem text := format('order by d.%I %s, d.id %s', p_coluna, v_sentido, v_sentido);
  v_depois text := case when p_id is null then ''
    else format('and (d.%I, d.id) %s (%L, %L)', p_coluna, case when p_desc then '<' else '>' end, p_valor, p_id) end;
  v_no_deposito text := case when p_filtro ? 'deposito_id' then format('and d.deposito_id = %L', p_filtro ->> 'deposito_id') else '' end;
  v_na_situacao text := case when p_filtro ? 'situacao' then format('and d.situacao = %L', p_filtro ->> 'situacao') else '' end;
  -- Indexes exist for the rows of a deposito in both orders, and for the rows of a situacao: by quantity for all, by
  -- date only for those that are not normal.
  v_indexada boolean := not p_filtro ? 'deposito_id' and (p_coluna = 'quantidade_ordem' or p_filtro ->> 'situacao' <> 'normal');
  v_da_lista text := format('from public.produto_deposito d where d.empresa_id = %L %s %s %s', current_empresa(), v_no_deposito,
    case when v_indexada then v_na_situacao else '' end, v_depois);
  v_condicao text := 'true';
  v_indice text;
  v_linhas integer;
  v_resta boolean;
  v_lidas bigint;
  v_produtos uuid[];
begin
  parcial := false;
  if p_filtro ? 'busca' then
    select f.condicao, f.indice into v_condicao, v_indice from filter_produtos(jsonb_build_object('busca', p_filtro -> 'busca')) f;
    v_condicao := format('(select %s from public.produtos p where p.empresa_id = d.empresa_id and p.id = d.produto_id)', v_condicao);
  end if;
  -- As in `find_produtos`. A row costs more here, because its produto is looked up.
  for v_linhas in select unnest(array[v_limites.lista / 2, v_limites.soma]) loop
    execute format('select array(select d.id from (select d.* %s %s limit %s) d where %s %s limit %s)',
      v_da_lista, v_ordem, v_linhas, v_condicao, v_na_situacao, p_limite) into ids;
    exit when cardinality(ids) = p_limite;
    execute format('select exists (select %s %s offset %s)', v_da_lista, v_ordem, v_linhas) into v_resta;
    exit when not v_resta or v_indice is not null and cardinality(ids) < 9;
  end loop;
  if cardinality(ids) = p_limite or not v_resta then
    return;
  end if;
  parcial := true;
  if not p_filtro ? 'busca' then
    -- The list held few matches, so few rows are in this situacao, or few of those in this deposito: gather them.
    select g.ids, g.lidas into ids, v_lidas from gather_first(
      format('select d.id, d.%I as chave, (true %s %s) as passa from public.produto_deposito d where d.empresa_id = %L %s limit %s',
        p_coluna, v_no_deposito, v_depois, current_empresa(), v_na_situacao, v_limites.indice + 1), v_sentido, p_limite) g;
    parcial := v_lidas > v_limites.indice;
  elsif v_indice is not null then
    select g.ids, g.lidas into v_produtos, v_lidas from gather_first(
      format('select p.id, p.id as chave, true as passa from public.produtos p where (p.empresa_id = %L) is true and %s limit %s',
        current_empresa(), v_indice, v_limites.soma + 1), 'asc', v_limites.soma) g;
    execute format('select array(select d.id from (select d.id, d.%I from public.produto_deposito d
        where d.empresa_id = %L and d.produto_id = any ($1) and %s %s %s %s offset 0) d %s limit %s)',
      p_coluna, current_empresa(), v_condicao, v_no_deposito, v_na_situacao, v_depois, v_ordem, p_limite) using v_produtos into ids;
    parcial := v_lidas > v_limites.soma;
  end if;
end
$$;

-- Returns ids of the rows of a register that contain a text and have the given values, in the order of the list, after
-- a given row. A text of one or two letters matches the beginnings of words. `parcial` as in `find_produtos`.
create function find_ids(
  p_tabela text, p_coluna text, p_desc boolean, p_busca text, p_valor text, p_id uuid, p_limite integer, p_filtro jsonb,
  out ids uuid[], out parcial boolean
)
language plpgsql stable security definer
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
  v_limites constant search_limits := search_limits();
  v_termo text := ltrim(search_text(p_busca));
  -- One or two letters make no trigram, but with the space before a word they do: they match the beginnings of words.
  v_padrao text := case when char_length(v_termo) < 3 then '% ' else '%' end
    || replace(replace(replace(v_termo, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_depois text := case when p_id is null then ''
    else format('and (t.%I, t.id) %s (%L, %L)', p_coluna, case when p_desc then '<' else '>' end, p_valor, p_id) end;
  v_filtro text := (select coalesce(string_agg(format('and t.%I = %L', key, value), ' '), '') from jsonb_each_text(p_filtro));
  v_sentido text := case when p_desc then 'desc' else 'asc' end;
  v_da_empresa text := format('from public.%I t where t.empresa_id = %L', p_tabela, current_empresa());
  v_ordem text := format('order by t.%I %s, t.id %s', p_coluna, v_sentido, v_sentido);
  v_resta boolean;
  v_lidas bigint;
begin
  parcial := false;
  -- Under row level security the planner may not use the statistics of the column, so it guesses how rare a word is by
  -- its length. Therefore both ways are tried in turn. A common word fills its page from the next 2,000 rows of the
  -- list.
  execute format('select array(select t.id from (select t.* %s %s %s limit %s) t where t.busca like %L %s limit %s)',
    v_da_empresa, v_depois, v_ordem, v_limites.lista, v_padrao, v_filtro, p_limite) into ids;
  if cardinality(ids) = p_limite then
    return;
  end if;
  execute format('select exists (select %s %s %s offset %s)', v_da_empresa, v_depois, v_ordem, v_limites.lista) into v_resta;
  if v_resta then
    select g.ids, g.lidas into ids, v_lidas from gather_first(
      format('select t.id, t.%I as chave, (true %s %s) is true as passa %s and t.busca like %L limit %s',
        p_coluna, v_filtro, v_depois, v_da_empresa, v_padrao, v_limites.indice + 1), v_sentido, p_limite) g;
    parcial := v_lidas > v_limites.indice;
  end if;
end
$$;

-- `busca` needs the right to create in the schema only while it becomes the owner.
grant create on schema public to busca;

alter function find_produtos(text, boolean, jsonb, text, uuid, integer) owner to busca;

alter function find_inventario(text, boolean, jsonb, text, uuid, integer) owner to busca;

alter function find_ids(text, text, boolean, text, text, uuid, integer, jsonb) owner to busca;

alter function resume_produtos(jsonb, boolean) owner to busca;

revoke create on schema public from busca;

revoke execute on function find_produtos(text, boolean, jsonb, text, uuid, integer), find_inventario(text, boolean, jsonb, text, uuid, integer),
  find_ids(text, text, boolean, text, text, uuid, integer, jsonb), resume_produtos(jsonb, boolean), names_like(text, text[]),
  gather_first(text, text, integer), sum_read(text), sum_gathered(text) from public;

grant execute on function search_limits() to app;

grant execute on function search_limits(), names_like(text, text[]), gather_first(text, text, integer), sum_read(text), sum_gathered(text) to busca;

grant execute on function find_produtos(text, boolean, jsonb, text, uuid, integer), find_inventario(text, boolean, jsonb, text, uuid, integer),
  find_ids(text, text, boolean, text, text, uuid, integer, jsonb), resume_produtos(jsonb, boolean) to app;

-- migrate:down
