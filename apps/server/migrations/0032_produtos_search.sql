-- migrate:up
-- How produtos are looked for (ADR 0035). The functions called by the product run as `busca` for the same reason as
-- `search_ids` and return nothing but ids and sums; those they are made of run as whoever calls them.

-- A text as a part of a LIKE pattern.
create function like_part(p_text text) returns text
language sql immutable parallel safe strict
return '%' || replace(replace(replace(p_text, '\', '\\'), '%', '\%'), '_', '\_') || '%';

-- A question to the search index, as SQL over the row `p` of produtos.
create function ask_grams(p_query text) returns text
language sql immutable parallel safe strict
return format('public.produto_grams(p.empresa_id, p.nome_ordem, p.sku_ordem, p.codigos, p.chaves) @@ %L::tsquery', p_query);

-- For a text that is anywhere in one of some fields: all its grams are there. Null where it has none, as one letter. Two
-- letters are the beginning of some gram. Of a long code the last characters are enough: each gram costs.
create function gram_part(p_campos text, p_text text) returns text
language sql stable parallel safe strict
begin atomic
  with sought as (
    select regexp_replace(case when p_text ~ '^[a-z0-9]{8,}$' and p_text ~ '[0-9]' then right(p_text, 7) else p_text end,
      '[^a-z0-9]', ' ', 'g') as texto
  ), threes as (
    select distinct substr(s.texto, n, 3) as gram, '' as rest from sought s cross join generate_series(1, char_length(s.texto) - 2) n
    where substr(s.texto, n, 3) ~ '^(  [a-z0-9]| [a-z0-9][a-z0-9 ]|[a-z0-9]{2}[a-z0-9 ])$'
  ), twos as (
    select distinct case when substr(s.texto, n, 1) = ' ' then ' ' else '' end || substr(s.texto, n, 2) as gram,
      case when substr(s.texto, n, 1) = ' ' then '' else ':*' end as rest
    from sought s cross join generate_series(1, char_length(s.texto) - 1) n
    where substr(s.texto, n, 2) ~ '^[a-z0-9 ][a-z0-9]$' and not exists (select from threes)
  )
  select public.ask_grams(string_agg(f.todas, ' | ')) from (
    select '(' || string_agg(format('''%s%s%s''%s', right(public.current_empresa()::text, 8), c.campo, g.gram, g.rest), ' & ') || ')' as todas
    from (select * from threes union all select * from twos) g cross join string_to_table(p_campos, null) c (campo)
    group by c.campo
  ) f;
end;

-- For exactly one of the keys.
create function key_part(p_chave text) returns text
language sql stable parallel safe strict
return public.ask_grams(format('''%sk%s''', right(public.current_empresa()::text, 8), p_chave));

-- What a filter means, as SQL over the row `p` of produtos. `gathered` is the same with what the indexes can answer in
-- front; where that is null only reading the list does.
create function filter_produtos(p_filtro jsonb, out condicao text, out gathered text)
language plpgsql stable
set search_path = pg_catalog, public
as $$
declare
  v_texto constant text := '('' '' || p.nome_ordem || '' '' || p.sku_ordem || p.codigos)';
  v_nome text;
  v_valor text;
  v_chave text;
  v_ids uuid[];
  -- Of each filter: what must hold, and the part of it an index can answer.
  v_todas text[] := '{}';
  v_base text[] := '{}';
  -- Of the words: those found in the produto alone, and the ways one of the others may be found.
  v_palavra text;
  v_palavras text[] := '{}';
  v_proprias text[] := '{}';
  v_caminhos text[];
  v_indices text[];
  v_vias text[] := '{}';
begin
  for v_nome, v_valor in select key, value from jsonb_each_text(p_filtro) where key <> 'busca' loop
    if v_nome in ('marca', 'categoria') then
      execute format('select array(select id from public.%I where empresa_id = current_empresa() and nome_ordem like %L)',
        v_nome || 's', like_part(normalize_text(v_valor))) into v_ids;
      v_todas := v_todas || format('p.%I = any (%L::uuid[])', v_nome || '_id', v_ids);
      v_base := v_base || format('p.%I = any (%L::uuid[])', v_nome || '_id', v_ids);
    elsif v_nome in ('nome', 'sku') then
      v_valor := ltrim(search_text(v_valor));
      v_todas := v_todas || format('p.%I like %L', v_nome || '_ordem', like_part(v_valor));
      v_base := v_base || gram_part(left(v_nome, 1), v_valor);
    elsif v_nome = 'cod_referencia' then
      v_chave := lower(code_key(v_valor));
      v_valor := normalize_text(v_valor);
      -- A space may be inside a code or between two: then each code is looked at.
      v_caminhos := array[format('p.codigos like %L', like_part(v_valor)) || case when v_valor like '% %'
        then format(' and exists (select from unnest(p.cod_referencia) c (code) where normalize_text(c.code) like %L)', like_part(v_valor)) else '' end];
      if v_chave <> v_valor and char_length(v_chave) > 2 then
        v_caminhos := v_caminhos || format('p.codigos like %L', like_part(v_chave));
      end if;
      v_todas := v_todas || ('(' || array_to_string(v_caminhos, ' or ') || ')');
      -- The letters and digits of a code as typed are those of its key.
      v_base := v_base || gram_part('c', v_chave);
    else
      v_todas := v_todas || format('p.%I = %L', v_nome, v_valor);
      v_base := v_base || format('p.%I = %L', v_nome, v_valor);
    end if;
  end loop;
  if p_filtro ? 'busca' then
    v_valor := normalize_text(p_filtro ->> 'busca');
    -- A dash between two words is no word, unless nothing else was typed.
    for v_palavra in
      select w.palavra from regexp_split_to_table(btrim(v_valor), '\s+') with ordinality w (palavra, n)
      where w.palavra <> '' and (w.palavra ~ '[[:alnum:]]' or v_valor !~ '[[:alnum:]]')
      order by char_length(w.palavra) desc, w.n
    loop
      -- One or two letters are in too many places, but words that begin with them are few.
      v_chave := case when char_length(v_palavra) < 3 then like_part(' ' || v_palavra) else like_part(v_palavra) end;
      v_caminhos := array[format('%s like %L', v_texto, v_chave)];
      v_indices := array[gram_part('nsc', case when char_length(v_palavra) < 3 then ' ' || v_palavra else v_palavra end)];
      v_ids := array(select m.id from public.marcas m where m.empresa_id = current_empresa() and ' ' || m.nome_ordem like v_chave);
      if cardinality(v_ids) > 0 then
        v_caminhos := v_caminhos || format('p.marca_id = any (%L::uuid[])', v_ids);
        v_indices := v_indices || format('p.marca_id = any (%L::uuid[])', v_ids);
      end if;
      v_chave := lower(code_key(v_palavra));
      if v_chave <> v_palavra and char_length(v_chave) > 2 then
        v_caminhos := v_caminhos || format('p.codigos like %L', like_part(v_chave));
        v_indices := v_indices || gram_part('c', v_chave);
      end if;
      v_palavras := v_palavras || ('(' || array_to_string(v_caminhos, ' or ') || ')');
      -- What the index cannot answer is left to reading: worked out for each row, its side would take seconds.
      if v_indices[1] is null then
        continue;
      elsif cardinality(v_caminhos) = 1 then
        v_proprias := v_proprias || ('(' || v_indices[1] || ')');
      elsif v_vias = '{}' then
        v_vias := v_indices;
      end if;
    end loop;
  end if;
  -- What was typed has neither letter nor sign: it is nowhere.
  if p_filtro ? 'busca' and cardinality(v_palavras) = 0 then
    v_todas := v_todas || 'false'::text;
    v_base := v_base || 'false'::text;
  end if;
  if cardinality(v_palavras) > 0 then
    condicao := array_to_string(v_palavras, ' and ');
    -- The words found in the produto itself are one question to the index; otherwise each way of finding one of them is.
    v_vias := case when cardinality(v_proprias) > 0 then array[array_to_string(v_proprias, ' and ')] else v_vias end;
    -- Several words may be one code. A sentence without a digit is none.
    v_chave := lower(code_key(v_valor));
    if cardinality(v_palavras) > 1 and char_length(v_chave) > 2 and (v_chave ~ '[0-9]' or char_length(v_chave) < 9) then
      condicao := format('(%s or p.codigos like %L)', condicao, like_part(v_chave));
      v_vias := case when v_vias <> '{}' then v_vias || gram_part('c', v_chave) else v_vias end;
    end if;
    v_todas := v_todas || condicao;
    v_base := v_base || case when v_vias <> '{}' then '((' || array_to_string(v_vias, ') or (') || '))' end;
  end if;
  condicao := coalesce(nullif(array_to_string(v_todas, ' and '), ''), 'true');
  -- Asked twice, an index would look twice.
  gathered := nullif(array_to_string(v_base, ' and '), '')
    || (select coalesce(string_agg(' and ' || t.condicao, ''), '') from unnest(v_todas) t (condicao)
      where t.condicao <> all (array_remove(v_base, null)));
end
$$;

-- Runs a statement that must not read a list row by row: the planner guesses how rare a text is by its length.
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

-- Ids of the produtos that pass the filters, in the list's own order after a row of it. Those with a code or SKU that is
-- exactly what was searched for, at most ten, are on top of the first page and nowhere else.
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
  v_empresa text := format('p.empresa_id = %L', current_empresa());
  v_sentido text := case when p_desc then 'desc' else 'asc' end;
  v_ordem text := format('order by p.%I %s, p.id %s', p_coluna, v_sentido, v_sentido);
  v_depois text := '';
  v_outros text := '';
  v_condicao text;
  v_gathered text;
  v_primeiros uuid[] := '{}';
  v_exato text;
  v_linhas integer;
  v_ids uuid[];
begin
  select f.condicao, f.gathered into v_condicao, v_gathered from filter_produtos(p_filtro) f;
  if v_chave <> '' then
    -- The same ten whichever way the list is walked.
    v_primeiros := gather_ids(format('select array(select p.id from (select p.* from (select p.* from public.produtos p where %s and %s and %s offset 0) p order by p.id limit 10) p %s)',
      v_empresa, key_part(v_chave), (select f.condicao from filter_produtos(p_filtro - 'busca') f), v_ordem));
    -- Too short to be looked for inside codes, but it may be one.
    if char_length(v_chave) < 3 then
      v_exato := (select f.condicao from filter_produtos(p_filtro - 'busca') f);
      v_condicao := format('(%s or p.chaves @> array[%L] and %s)', v_condicao, v_chave, v_exato);
      v_gathered := format('(%s or %s and %s)', v_gathered, key_part(v_chave), v_exato);
    end if;
    v_outros := format(' and p.id <> all (%L::uuid[])', v_primeiros);
  end if;
  if p_id is null or p_id = any (v_primeiros) then
    v_ids := v_primeiros[coalesce(array_position(v_primeiros, p_id), 0) + 1:p_limite];
    return query select unnest(v_ids);
    p_limite := p_limite - cardinality(v_ids);
  else
    v_depois := format('and (p.%I, p.id) %s (%L, %L)', p_coluna, case when p_desc then '<' else '>' end, p_valor, p_id);
  end if;

  -- What is common fills its page from the next rows of the list. Where a few were found there, reading on costs less
  -- than gathering all that match.
  for v_linhas in select unnest(array[2000, 12000]) loop
    execute format('select array(select p.id from (select p.* from public.produtos p where %s %s %s limit %s) p where %s %s limit %s)',
      v_empresa, v_depois, v_ordem, v_linhas, v_condicao, v_outros, p_limite) into v_ids;
    exit when cardinality(v_ids) not between 14 and p_limite - 1;
  end loop;
  if cardinality(v_ids) < p_limite and v_gathered is not null then
    v_ids := gather_ids(format('select array(select p.id from (select p.id, p.%I from public.produtos p where %s and %s %s %s offset 0) p %s limit %s)',
      p_coluna, v_empresa, v_gathered, v_outros, v_depois, v_ordem, p_limite));
  elsif cardinality(v_ids) < p_limite then
    execute format('select array(select p.id from public.produtos p where %s and %s %s %s %s limit %s)',
      v_empresa, v_condicao, v_outros, v_depois, v_ordem, p_limite) into v_ids;
  end if;
  return query select unnest(v_ids);
end
$$;

-- The sums over the produtos a condition leaves. In groups first: counting distinct ids would sort every row.
create function sum_produtos(p_condicao text)
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
      from public.produtos p where p.empresa_id = %L and %s group by p.categoria_id, p.marca_id
    ) g', current_empresa(), p_condicao);
end
$$;

-- The cards over the produtos that pass the filters.
create function resume_produtos(p_filtro jsonb)
returns table (total bigint, valor numeric, estoque numeric, zerados bigint, baixos bigint, categorias bigint, marcas bigint)
language plpgsql stable security definer
rows 1
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
  v_chave text := code_key(p_filtro ->> 'busca');
  v_condicao text;
  v_gathered text;
  v_comum boolean;
begin
  select f.condicao, f.gathered into v_condicao, v_gathered from filter_produtos(p_filtro) f;
  -- What one in ten of the last rows passes is read faster without asking an index first, and so is a list as short as this.
  execute format('select count(*) filter (where %s) > 100 or count(*) < 1000 from (select p.* from public.produtos p where p.empresa_id = %L order by p.created_at desc, p.id desc limit 1000) p',
    v_condicao, current_empresa()) into v_comum;
  if not v_comum then
    v_condicao := coalesce(v_gathered, v_condicao);
  end if;
  if v_chave <> '' then
    v_condicao := format('(%s or %s and %s)', v_condicao,
      case when v_comum or v_gathered is null then format('p.chaves @> array[%L]', v_chave) else key_part(v_chave) end,
      (select f.condicao from filter_produtos(p_filtro - 'busca') f));
  end if;
  return query select * from sum_produtos(v_condicao);
end
$$;

-- Ids of the rows of the inventory that pass the filters: `busca` over the produto, `deposito_id`, `situacao`.
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
  v_chave text := code_key(p_filtro ->> 'busca');
  v_condicao text;
  v_gathered text;
  v_ids uuid[];
begin
  if not p_filtro ? 'busca' then
    return query execute format('select d.id from public.produto_deposito d where %s %s %s limit %s', v_empresa, v_linhas, v_ordem, p_limite);
    return;
  end if;
  select f.condicao, f.gathered into v_condicao, v_gathered from filter_produtos(jsonb_build_object('busca', p_filtro -> 'busca')) f;
  if v_chave <> '' then
    v_condicao := format('(%s or p.chaves @> array[%L])', v_condicao, v_chave);
    v_gathered := format('(%s or %s)', v_gathered, key_part(v_chave));
  end if;
  v_gathered := coalesce(v_gathered, v_condicao);
  execute format('select array(select d.id from (select d.* from public.produto_deposito d where %s %s %s limit 1000) d
      where (select %s from public.produtos p where p.empresa_id = d.empresa_id and p.id = d.produto_id) limit %s)',
    v_empresa, v_linhas, v_ordem, v_condicao, p_limite) into v_ids;
  if cardinality(v_ids) < p_limite then
    v_ids := gather_ids(format('select array(select p.id from public.produtos p where p.empresa_id = %L and %s)',
      current_empresa(), v_gathered));
    execute format('select array(select d.id from (select d.id, d.%I from public.produto_deposito d where %s and d.produto_id = any ($1) %s offset 0) d %s limit %s)',
      p_coluna, v_empresa, v_linhas, v_ordem, p_limite) using v_ids into v_ids;
  end if;
  return query select unnest(v_ids);
end
$$;

-- Owning them takes the right to create, for as long as it takes to be given it.
grant create on schema public to busca;

alter function search_produtos(text, boolean, jsonb, text, uuid, integer) owner to busca;

alter function resume_produtos(jsonb) owner to busca;

alter function search_inventario(text, boolean, jsonb, text, uuid, integer) owner to busca;

revoke create on schema public from busca;

revoke execute on function search_produtos(text, boolean, jsonb, text, uuid, integer), resume_produtos(jsonb),
  search_inventario(text, boolean, jsonb, text, uuid, integer), filter_produtos(jsonb), gather_ids(text), sum_produtos(text) from public;

grant execute on function like_part(text), ask_grams(text), gram_part(text, text), key_part(text), filter_produtos(jsonb), gather_ids(text), sum_produtos(text) to busca;

grant execute on function search_produtos(text, boolean, jsonb, text, uuid, integer), resume_produtos(jsonb),
  search_inventario(text, boolean, jsonb, text, uuid, integer) to app;

-- migrate:down
