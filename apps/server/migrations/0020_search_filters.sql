-- migrate:up
-- `search_ids` with a filter by column values, so that a search stays within the filtered list. The function without
-- `p_filtro` stays until no running release calls it.
create function search_ids(
  p_tabela text, p_coluna text, p_desc boolean, p_busca text, p_valor text, p_id uuid, p_limite integer, p_filtro jsonb
) returns setof uuid
language plpgsql stable security definer
rows 100
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
  v_termo text := ltrim(search_text(p_busca));
  -- One or two letters make no trigram, but with the space before a word they do: they match the beginnings of words.
  v_padrao text := case when char_length(v_termo) < 3 then '% ' else '%' end
    || replace(replace(replace(v_termo, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_depois text := case when p_id is null then ''
    else format('and (%I, id) %s (%L, %L)', p_coluna, case when p_desc then '<' else '>' end, p_valor, p_id) end;
  v_filtro text := (select coalesce(string_agg(format('and %I = %L', key, value), ' '), '') from jsonb_each_text(p_filtro));
  v_sentido text := case when p_desc then 'desc' else 'asc' end;
  v_linhas text := format('from public.%I where empresa_id = %L %s %s', p_tabela, current_empresa(), v_filtro, v_depois);
  v_ordem text := format('order by %I %s, id %s', p_coluna, v_sentido, v_sentido);
  v_ids uuid[];
begin
  -- Under row level security the planner may not use the statistics of the column, so it guesses how rare a word is by
  -- its length. Therefore both ways are tried in turn. A common word fills its page from the next 2,000 rows of the
  -- list.
  execute format('select array(select id from (select id, busca %s %s limit 2000) t where busca like %L limit %s)',
    v_linhas, v_ordem, v_padrao, p_limite) into v_ids;
  if cardinality(v_ids) = p_limite then
    return query select unnest(v_ids);
  else
    -- OFFSET 0 stops the planner from walking the whole list in order for a word that does not occur.
    return query execute format('select id from (select id, %I %s and busca like %L offset 0) t %s limit %s',
      p_coluna, v_linhas, v_padrao, v_ordem, p_limite);
  end if;
end
$$;

-- `busca` needs the right to create in the schema only while it becomes the owner.
grant create on schema public to busca;

alter function search_ids(text, text, boolean, text, text, uuid, integer, jsonb) owner to busca;

revoke create on schema public from busca;

revoke execute on function search_ids(text, text, boolean, text, text, uuid, integer, jsonb) from public;

grant execute on function search_ids(text, text, boolean, text, text, uuid, integer, jsonb) to app;

-- migrate:down
