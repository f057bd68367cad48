-- migrate:up
-- Filters by the importacao that created the produto. The ids between its first and its last produto bound what is read,
-- and a partial index answers whether a produto in between is one of them.
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
  -- The first and the last id of the produtos that an importacao created.
  v_criados text := format('from public.importacao_itens i where i.empresa_id = %L and i.importacao_id = %L and i.resultado = ''criado'' and i.produto_id is not null',
    current_empresa(), p_filtro ->> 'importacao');
  v_primeiro uuid;
  v_ultimo uuid;
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
    elsif v_nome = 'estoque' then
      v_todas := v_todas || case v_valor when 'sem' then 'p.estoque_inicial = 0'
        when 'baixo' then '(p.estoque_inicial > 0 and p.estoque_inicial < 10)' else 'p.estoque_inicial > 0' end;
    elsif v_nome = 'foto' then
      v_todas := v_todas || case v_valor when 'sem' then 'p.fotos = ''{}''' else 'p.fotos <> ''{}''' end;
    elsif v_nome = 'anuncio' then
      v_todas := v_todas || (case v_valor when 'sem' then 'not ' else '' end
        || 'exists (select from public.anuncios a where a.empresa_id = p.empresa_id and a.produto_id = p.id)');
    elsif v_nome = 'importacao' then
      -- The ids of produtos grow with time, so those of an importacao are near each other in the primary key. A single
      -- row in parentheses keeps the planner from reading the whole importacao.
      execute format('select (select i.produto_id %1$s order by i.produto_id limit 1), (select i.produto_id %1$s order by i.produto_id desc limit 1)',
        v_criados) into v_primeiro, v_ultimo;
      v_listas := v_listas || format('(p.empresa_id = %L and p.id between %L and %L)', current_empresa(), v_primeiro, v_ultimo);
      v_todas := v_todas || format('(select true %s and i.produto_id = p.id limit 1)', v_criados);
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

-- migrate:down
