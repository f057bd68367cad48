-- migrate:up
-- The limit of produtos with exactly the typed code counts the rows read, before the other filters apply. It counted
-- the rows that passed them, so a search with a second filter read every produto with the code.
create or replace function find_produtos(
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
    v_primeiros := gather_ids(format('select array(select p.id from (select p.* from (select p.* %s limit %s) p where %s order by p.id limit 10) p %s)',
      gather_part(gram_part('k', array[v_chave || '''']), 'true'), v_limites.soma,
      (select f.condicao from filter_produtos(p_filtro - 'busca') f), v_ordem));
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

-- migrate:down
