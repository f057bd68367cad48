-- migrate:up
-- Ids of the rows of a register that contain a text, in the list's own order, after a row of it. Runs as `busca`, so
-- that the trigram index is used (under row level security LIKE is no index condition); reads the current empresa
-- itself and returns nothing but ids. A register joins by a policy and a grant to `busca`.
create function search_ids(
  p_tabela text, p_coluna text, p_desc boolean, p_busca text, p_valor text, p_id uuid, p_limite integer
) returns setof uuid
language plpgsql stable security definer
rows 100
set search_path = pg_catalog, public
set plan_cache_mode = force_custom_plan
as $$
declare
  v_padrao text := '%' || replace(replace(replace(normalize_text(p_busca), '\', '\\'), '%', '\%'), '_', '\_') || '%';
  v_depois text := case when p_id is null then ''
    else format('and (%I, id) %s (%L, %L)', p_coluna, case when p_desc then '<' else '>' end, p_valor, p_id) end;
  v_sentido text := case when p_desc then 'desc' else 'asc' end;
begin
  return query execute format(
    'select id from public.%I where empresa_id = %L and busca like %L %s order by %I %s, id %s limit %s',
    p_tabela, current_empresa(), v_padrao, v_depois, p_coluna, v_sentido, v_sentido, p_limite
  );
end
$$;

-- Owning it takes the right to create, for as long as it takes to be given it.
grant create on schema public to busca;

alter function search_ids(text, text, boolean, text, text, uuid, integer) owner to busca;

revoke create on schema public from busca;

revoke execute on function search_ids(text, text, boolean, text, text, uuid, integer) from public;

grant execute on function search_ids(text, text, boolean, text, text, uuid, integer) to app;

-- migrate:down
