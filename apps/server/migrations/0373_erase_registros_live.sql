-- The erasure of a titular finds names and documents also when the term of the record's history is over (ADR 0103).

-- migrate:up
-- Erases the personal values of the given records in one empresa: the record itself, with it the columns for search and
-- order, every copy in the history, the stored answers to requests, and the cached lookup of its CNPJ. Changes at most
-- `p_limit` rows of the history. Returns the number of rows changed, and 0 when nothing is left, so that a caller that
-- was killed repeats the call. Only `owner` may call it. An operator calls it after restoring a backup.
create or replace function erase_registros(p_empresa uuid, p_registros jsonb, p_limit integer) returns integer
language plpgsql
set search_path = pg_catalog, public
as $$
declare
  v_tabela text;
  v_id uuid;
  v_blanks jsonb;
  v_registro jsonb;
  v_names text[];
  v_documentos text[];
  v_ids uuid[];
  v_rows integer;
  v_total integer := 0;
  v_in_use constant jsonb := '{"motivo": "Este registro está em uso."}';
begin
  perform set_config('app.empresa_id', coalesce(nullif(current_setting('app.empresa_id', true), ''), p_empresa::text), true),
    set_config('app.lote', coalesce(nullif(current_setting('app.lote', true), ''), gen_random_uuid()::text), true),
    set_config('app.user_id', coalesce(nullif(current_setting('app.user_id', true), ''), '00000000-0000-0000-0000-000000000000'), true);
  for v_tabela, v_id in select r ->> 'tabela', (r ->> 'id')::uuid from jsonb_array_elements(p_registros) r loop
    v_blanks := titular_blanks(v_tabela);
    if v_blanks is null then
      raise exception 'no titular is registered in %', v_tabela;
    end if;
    execute format('select to_jsonb(t) from public.%I t where t.empresa_id = $1 and t.id = $2', v_tabela)
    into v_registro using p_empresa, v_id;
    select array_agg(distinct c.copia ->> 'nome'), array_agg(distinct coalesce(c.copia ->> 'cpf_cnpj', c.copia ->> 'cpf'))
    into v_names, v_documentos
    from (
      select v_registro as copia
      union all
      select c.copia from historico h, lateral (values (h.antes), (h.depois)) c (copia)
      where h.empresa_id = p_empresa and h.tabela = v_tabela and h.registro_id = v_id) c
    where c.copia ->> 'nome' <> v_blanks ->> 'nome';

    -- The public services answer again if a person asks for this CNPJ.
    delete from consultas.respostas c where c.tipo = 'cnpj' and c.numero = any (v_documentos);
    get diagnostics v_rows = row_count;
    v_total := v_total + v_rows;

    -- Warnings about another record with the same document quote the name. The answer keeps its shape, because the page
    -- that repeats its request still reads it.
    update idempotency_keys k
    set body = case when k.body ->> 'id' = v_id::text then titular_blanked(v_tabela, k.body) else k.body end - 'avisos'
    where k.empresa_id = p_empresa and jsonb_typeof(k.body) = 'object' and (
      (k.body ->> 'id' = v_id::text and k.body is distinct from titular_blanked(v_tabela, k.body) - 'avisos')
      or (k.body ? 'avisos' and exists (select from unnest(v_names) n where position(n in k.body ->> 'avisos') > 0)));
    get diagnostics v_rows = row_count;
    v_total := v_total + v_rows;

    -- The answer of a deletion of several records says by name why the record stayed (ADR 0087).
    update idempotency_keys k
    set body = jsonb_set(k.body, '{recusas}', (
      select jsonb_agg(case when r ->> 'id' = v_id::text then r || v_in_use else r end)
      from jsonb_array_elements(k.body -> 'recusas') r))
    where k.empresa_id = p_empresa and jsonb_typeof(k.body -> 'recusas') = 'array'
      and k.body -> 'recusas' @> jsonb_build_array(jsonb_build_object('id', v_id))
      and not k.body -> 'recusas' @> jsonb_build_array(jsonb_build_object('id', v_id) || v_in_use);
    get diagnostics v_rows = row_count;
    v_total := v_total + v_rows;

    -- Runs before the history is blanked, because this change appends its own row to the history.
    execute format(
      'update public.%1$I t set %2$s, versao = t.versao + 1 from jsonb_populate_record(null::public.%1$I, $3) b
       where t.empresa_id = $1 and t.id = $2 and not to_jsonb(t) @> $3',
      v_tabela, (select string_agg(format('%1$I = b.%1$I', k), ', ') from jsonb_object_keys(v_blanks) k))
    using p_empresa, v_id, v_blanks;
    get diagnostics v_rows = row_count;
    v_total := v_total + v_rows;

    v_ids := array(
      select due.id from historico due
      where due.empresa_id = p_empresa and due.tabela = v_tabela and due.registro_id = v_id
        and (due.antes is distinct from titular_blanked(v_tabela, due.antes)
          or due.depois is distinct from titular_blanked(v_tabela, due.depois))
      limit least(p_limit, 1000));
    if cardinality(v_ids) > 0 then
      -- The chain of atividades stays valid without the values, and gets a line that names what was erased.
      perform erase_atividades(v_ids, jsonb_build_object('tabela', v_tabela, 'registro_id', v_id));
      update historico h
      set antes = titular_blanked(v_tabela, h.antes), depois = titular_blanked(v_tabela, h.depois)
      where h.empresa_id = p_empresa and h.id = any (v_ids);
      v_total := v_total + cardinality(v_ids);
    end if;
    exit when v_total >= p_limit;
  end loop;
  return v_total;
end
$$;

-- migrate:down
