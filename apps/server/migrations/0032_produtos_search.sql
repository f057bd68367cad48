-- migrate:up
-- The search for produtos (ADR 0035). The functions that the product calls run as `busca`, for the same reason as
-- `search_ids`, and return only ids and sums. Their helper functions run with the rights of their caller.

-- The LIKE pattern that matches a text anywhere.
create function like_part(p_text text) returns text
language sql immutable parallel safe strict
return '%' || replace(replace(replace(p_text, '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- The grams that the index is asked for to find a text, as lexemes of a tsquery; none for one letter. At most three are
-- used: they select nearly as well as all, and each costs reading its posting list. Grams inside a word are preferred,
-- because they are rarer than those with a space. Of a code only the last characters are used, because many codes begin
-- alike. Two letters become a prefix query.
create function cut_grams(p_text text) returns text[]
language sql immutable parallel safe strict
begin atomic
  with sought as (
    select regexp_replace(case when p_text ~ '^[a-z0-9]{5,}$' and p_text ~ '[0-9]'
      then right(p_text, case when char_length(p_text) = 5 then 4 else 5 end) else p_text end, '[^a-z0-9]', ' ', 'g') as texto
  ), cut as (
    select substr(s.texto, n, 3) as gram, n from sought s cross join generate_series(1, char_length(s.texto) - 2) n
    where substr(s.texto, n, 3) ~ '^(  [a-z0-9]| [a-z0-9][a-z0-9 ]|[a-z0-9]{2}[a-z0-9 ])$'
  ), threes as (
    select c.gram, row_number() over (order by c.n) as n, count(*) over () as total from cut c
    where c.gram not like '% %' or not exists (select from cut i where i.gram not like '% %')
  )
  select coalesce(array_agg(g.gram), '{}') from (
    select t.gram || '''' as gram from threes t where t.n in (1, (t.total + 1) / 2, t.total)
    union
    select case when substr(s.texto, n, 1) = ' ' then ' ' || substr(s.texto, n, 2) || '''' else substr(s.texto, n, 2) || ''':*' end
    from sought s cross join generate_series(1, char_length(s.texto) - 1) n
    where substr(s.texto, n, 2) ~ '^[a-z0-9 ][a-z0-9]$' and not exists (select from threes)
  ) g;
end;

-- A condition for the search index, as SQL over the row `p` of produtos: one of the fields contains all the grams, or
-- one of the keys equals the text (field `k`). Null without grams. The tsquery is a subselect, which hides its value
-- from the planner: with the value, the planner takes two grams together for far rarer than they are, and does not use
-- the indexes on marcas that would help.
create function gram_part(p_campos text, p_grams text[]) returns text
language sql stable parallel safe strict
return (select format('public.produto_grams(p.empresa_id, p.nome_ordem, p.sku_ordem, p.codigos, p.chaves) @@ (select %L::tsquery)',
    string_agg(f.todas, ' | '))
  from (
    select '(' || string_agg(format('''%s%s%s', right(public.current_empresa()::text, 8), c.campo, g.gram), ' & ') || ')' as todas
    from unnest(p_grams) g (gram) cross join string_to_table(p_campos, null) c (campo) group by c.campo
  ) f
  having count(*) > 0);

-- Translates a filter into SQL over the row `p` of produtos: `condicao` is the whole condition, `indice` the part of it
-- that indexes can answer. When `indice` is null, only reading the list answers the filter. A gram condition stands in
-- `indice` alone, joined to others by AND, or as one alternative of an OR. It never stands where the planner would
-- compute it for each row, which takes a thousand times as long as comparing the text.
create function filter_produtos(p_filtro jsonb, out condicao text, out indice text)
language plpgsql stable
set search_path = pg_catalog, public
as $$
declare
  v_texto constant text := '('' '' || p.nome_ordem || '' '' || p.sku_ordem || p.codigos)';
  v_entre constant text := format('(p.empresa_id = %L and p.%%I = any (%%L::uuid[]))', current_empresa());
  v_busca constant text := normalize_text(p_filtro ->> 'busca');
  v_codigo constant text := code_key(p_filtro ->> 'busca');
  v_nome text;
  v_valor text;
  v_chave text;
  v_ids uuid[];
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
  v_indices text[];
  v_vias text[] := '{}';
begin
  for v_nome, v_valor in select key, value from jsonb_each_text(p_filtro) where key <> 'busca' loop
    if v_nome in ('marca', 'categoria') then
      execute format('select array(select id from public.%I where empresa_id = current_empresa() and nome_ordem like %L)',
        v_nome || 's', like_part(normalize_text(v_valor))) into v_ids;
      v_listas := v_listas || format(v_entre, v_nome || '_id', v_ids);
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
  for v_palavra in
    select w.palavra from regexp_split_to_table(btrim(v_busca), '\s+') with ordinality w (palavra, n)
    where w.palavra <> '' and (w.palavra ~ '[[:alnum:]]' or v_busca !~ '[[:alnum:]]')
    order by char_length(w.palavra) desc, w.n
  loop
    -- One or two letters occur in too many places, so they match only the beginnings of words.
    v_valor := case when char_length(v_palavra) < 3 then ' ' || v_palavra else v_palavra end;
    v_caminhos := array[format('%s like %L', v_texto, like_part(v_valor))];
    v_cut := cut_grams(v_valor);
    v_chave := lower(code_key(v_palavra));
    -- A code that contains the typed word also contains its key.
    v_indices := array[gram_part('n', v_cut), gram_part('s', v_cut),
      gram_part('c', case when char_length(v_chave) > 2 then cut_grams(v_chave) else v_cut end)];
    v_ids := array(select m.id from public.marcas m where m.empresa_id = current_empresa() and ' ' || m.nome_ordem like like_part(v_valor));
    if cardinality(v_ids) > 0 then
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
      v_proprias := v_proprias || gram_part('nsc', v_cut);
      v_no_nome := v_no_nome || v_cut;
      v_fora_do_nome := v_fora_do_nome || v_indices[2:3];
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

-- The FROM and WHERE of a statement that gathers rows through the indexes. `is true` hides the empresa and the
-- condition from the indexes: the grams already belong to the empresa, and intersecting them with all rows of the
-- empresa would cost more than the search.
create function gather_part(p_indice text, p_condicao text) returns text
language sql stable
return format('from public.produtos p where (p.empresa_id = %L) is true and %s and (%s) is true', public.current_empresa(), p_indice, p_condicao);

-- Runs a statement with bitmap scans only. The planner guesses how rare a text is by its length and would otherwise
-- read a list row by row.
create function gather_ids(p_sql text) returns uuid[]
language plpgsql stable
set search_path = pg_catalog, public
set enable_indexscan = off
set enable_seqscan = off
set work_mem = '32MB'
as $$
declare
  v_ids uuid[];
begin
  execute p_sql into v_ids;
  return v_ids;
end
$$;

-- Returns ids of the produtos that match the filters, in the order of the list, after a given row. At most ten produtos
-- whose code or SKU equals the search come first, on the first page only.
create function search_produtos(
  p_coluna text, p_desc boolean, p_filtro jsonb, p_valor text, p_id uuid, p_limite integer
) returns setof uuid
language plpgsql stable security definer
rows 100
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
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
begin
  select f.condicao, f.indice into v_condicao, v_indice from filter_produtos(p_filtro) f;
  if v_chave <> '' then
    -- Chosen by id, so that they are the same ten in every order of the list.
    v_primeiros := gather_ids(format('select array(select p.id from (select p.* from (select p.* %s offset 0) p order by p.id limit 10) p %s)',
      gather_part(gram_part('k', array[v_chave || '''']), (select f.condicao from filter_produtos(p_filtro - 'busca') f)), v_ordem));
    v_outros := format(' and p.id <> all (%L::uuid[])', v_primeiros);
  end if;
  if p_id is null or p_id = any (v_primeiros) then
    v_ids := v_primeiros[coalesce(array_position(v_primeiros, p_id), 0) + 1:p_limite];
    return query select unnest(v_ids);
    p_limite := p_limite - cardinality(v_ids);
  else
    v_depois := format('and (p.%I, p.id) %s (%L, %L)', p_coluna, case when p_desc then '<' else '>' end, p_valor, p_id);
  end if;

  -- A common text fills its page from the next rows of the list. When the first step finds some matches but no full
  -- page, reading further costs less than gathering all matches.
  for v_linhas in select unnest(array[2000, 12000]) loop
    execute format('select array(select p.id from (select p.* %s %s %s limit %s) p where %s %s limit %s)',
      v_da_empresa, v_depois, v_ordem, v_linhas, v_condicao, v_outros, p_limite) into v_ids;
    exit when cardinality(v_ids) not between 14 and p_limite - 1;
  end loop;
  if cardinality(v_ids) < p_limite and v_indice is not null then
    v_ids := gather_ids(format('select array(select p.id from (select p.id, p.%I %s %s %s offset 0) p %s limit %s)',
      p_coluna, gather_part(v_indice, v_condicao), v_outros, v_depois, v_ordem, p_limite));
  elsif cardinality(v_ids) < p_limite then
    execute format('select array(select p.id %s and %s %s %s %s limit %s)',
      v_da_empresa, v_condicao, v_outros, v_depois, v_ordem, p_limite) into v_ids;
  end if;
  return query select unnest(v_ids);
end
$$;

-- The sums over the produtos that a FROM and WHERE select. Groups by categoria and marca first, because counting
-- distinct ids would sort every row.
create function sum_produtos(p_de text)
returns table (total bigint, valor numeric, estoque numeric, zerados bigint, baixos bigint, categorias bigint, marcas bigint)
language plpgsql stable
rows 1
set search_path = pg_catalog, public
set enable_indexscan = off
set enable_seqscan = off
set enable_sort = off
set work_mem = '32MB'
as $$
begin
  return query execute format('
    select coalesce(sum(g.n), 0)::bigint, coalesce(sum(g.valor), 0), coalesce(sum(g.estoque), 0), coalesce(sum(g.zerados), 0)::bigint,
      coalesce(sum(g.baixos), 0)::bigint, count(distinct g.categoria_id), count(distinct g.marca_id)
    from (
      select p.categoria_id, p.marca_id, count(*) as n, sum(p.custo_unitario * p.estoque_inicial) as valor, sum(p.estoque_inicial) as estoque,
        count(*) filter (where p.estoque_inicial = 0) as zerados,
        count(*) filter (where p.estoque_inicial > 0 and p.estoque_inicial < 10) as baixos
      %s group by p.categoria_id, p.marca_id
    ) g', p_de);
end
$$;

-- The cards of the produtos that match the filters.
create function resume_produtos(p_filtro jsonb)
returns table (total bigint, valor numeric, estoque numeric, zerados bigint, baixos bigint, categorias bigint, marcas bigint)
language plpgsql stable security definer
rows 1
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
  v_da_empresa text := format('from public.produtos p where p.empresa_id = %L', current_empresa());
  v_condicao text;
  v_indice text;
  v_comum boolean;
begin
  select f.condicao, f.indice into v_condicao, v_indice from filter_produtos(p_filtro) f;
  -- When one in ten of the newest rows matches, or the list is this short, reading all rows is faster than asking an
  -- index first.
  execute format('select count(*) filter (where %s) > 100 or count(*) < 1000 from (select p.* %s order by p.created_at desc, p.id desc limit 1000) p',
    v_condicao, v_da_empresa) into v_comum;
  return query select * from sum_produtos(case when v_comum or v_indice is null
    then format('%s and %s', v_da_empresa, v_condicao) else gather_part(v_indice, v_condicao) end);
end
$$;

-- Returns ids of the rows of the inventory that match the filters: `busca` on the produto, `deposito_id`, `situacao`.
create function search_inventario(
  p_coluna text, p_desc boolean, p_filtro jsonb, p_valor text, p_id uuid, p_limite integer
) returns setof uuid
language plpgsql stable security definer
rows 100
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
  v_empresa text := format('d.empresa_id = %L', current_empresa());
  v_sentido text := case when p_desc then 'desc' else 'asc' end;
  v_ordem text := format('order by d.%I %s, d.id %s', p_coluna, v_sentido, v_sentido);
  v_linhas text := (select coalesce(string_agg(format('and d.%I = %L', key, value), ' '), '') from jsonb_each_text(p_filtro - 'busca'))
    || case when p_id is null then '' else format(' and (d.%I, d.id) %s (%L, %L)', p_coluna, case when p_desc then '<' else '>' end, p_valor, p_id) end;
  v_condicao text;
  v_indice text;
  v_lidas integer;
  v_ids uuid[];
begin
  if not p_filtro ? 'busca' then
    return query execute format('select d.id from public.produto_deposito d where %s %s %s limit %s', v_empresa, v_linhas, v_ordem, p_limite);
    return;
  end if;
  select f.condicao, f.indice into v_condicao, v_indice from filter_produtos(jsonb_build_object('busca', p_filtro -> 'busca')) f;
  -- As in `search_produtos`. A row costs more here, because its produto is looked up.
  for v_lidas in select unnest(array[1000, 8000]) loop
    execute format('select array(select d.id from (select d.* from public.produto_deposito d where %s %s %s limit %s) d
        where (select %s from public.produtos p where p.empresa_id = d.empresa_id and p.id = d.produto_id) limit %s)',
      v_empresa, v_linhas, v_ordem, v_lidas, v_condicao, p_limite) into v_ids;
    exit when cardinality(v_ids) not between 9 and p_limite - 1;
  end loop;
  if cardinality(v_ids) < p_limite then
    v_ids := gather_ids(format('select array(select p.id %s)', case when v_indice is null
      then format('from public.produtos p where p.empresa_id = %L and %s', current_empresa(), v_condicao) else gather_part(v_indice, v_condicao) end));
    execute format('select array(select d.id from (select d.id, d.%I from public.produto_deposito d where %s and d.produto_id = any ($1) %s offset 0) d %s limit %s)',
      p_coluna, v_empresa, v_linhas, v_ordem, p_limite) using v_ids into v_ids;
  end if;
  return query select unnest(v_ids);
end
$$;

-- `busca` needs the right to create in the schema only while it becomes the owner.
grant create on schema public to busca;

alter function search_produtos(text, boolean, jsonb, text, uuid, integer) owner to busca;

alter function resume_produtos(jsonb) owner to busca;

alter function search_inventario(text, boolean, jsonb, text, uuid, integer) owner to busca;

revoke create on schema public from busca;

revoke execute on function search_produtos(text, boolean, jsonb, text, uuid, integer), resume_produtos(jsonb),
  search_inventario(text, boolean, jsonb, text, uuid, integer), filter_produtos(jsonb), gather_ids(text), sum_produtos(text) from public;

grant execute on function like_part(text), cut_grams(text), gram_part(text, text[]), filter_produtos(jsonb),
  gather_part(text, text), gather_ids(text), sum_produtos(text) to busca;

grant execute on function search_produtos(text, boolean, jsonb, text, uuid, integer), resume_produtos(jsonb),
  search_inventario(text, boolean, jsonb, text, uuid, integer) to app;

-- migrate:down
