-- What happened in an empresa, as a chain: one row for each row of historico, sealed shortly after its commit (ADR 0062).

-- migrate:up
-- A line of the chain. `historico` keeps the content of the line, and this table what proves it. A line names no person
-- and no value but by id, so that the erasure of personal data leaves the chain whole.
create table atividades (
  empresa_id uuid not null constraint atividades_empresa_fkey references empresas (id),
  -- The place in the chain of the empresa, from 1, without gaps.
  numero bigint not null,
  -- The id of the row of historico.
  id uuid not null,
  user_id uuid not null,
  tipo text not null,
  -- The record that the line is about.
  tabela text not null,
  registro_id uuid not null,
  -- sha256 of `sal` and the content. The erasure of the content removes `sal`, so that nobody can guess the content.
  digest bytea not null,
  sal bytea,
  -- sha256 of the hash before this line, and of this line.
  hash bytea not null,
  primary key (empresa_id, numero)
);

create unique index atividades_id_key on atividades (empresa_id, id);

create index atividades_user_id_idx on atividades (empresa_id, user_id, id);

create index atividades_tipo_idx on atividades (empresa_id, tipo, id);

create index atividades_registro_idx on atividades (empresa_id, tabela, registro_id, id);

alter table atividades enable row level security;

alter table atividades force row level security;

create policy "an empresa sees its own atividades" on atividades to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

-- Only seal_atividades inserts.
grant select on atividades to app;

-- The last line of each chain. A chain whose end was removed does not match it.
create table atividades_cadeias (
  empresa_id uuid not null constraint atividades_cadeias_empresa_fkey references empresas (id),
  numero bigint not null default 0,
  hash bytea not null,
  selada_em timestamptz not null default now(),
  primary key (empresa_id)
);

alter table atividades_cadeias enable row level security;

alter table atividades_cadeias force row level security;

create policy "an empresa sees its own atividades_cadeias" on atividades_cadeias to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select on atividades_cadeias to app;

-- The transactions whose lines are not sealed yet: one row for each lote, which becomes visible with its lines.
create table atividades_pendentes (
  empresa_id uuid not null constraint atividades_pendentes_empresa_fkey references empresas (id),
  lote uuid not null,
  -- The id of the first line of the lote.
  id uuid not null,
  primary key (empresa_id, lote)
);

create index atividades_pendentes_id_idx on atividades_pendentes (empresa_id, id);

alter table atividades_pendentes enable row level security;

alter table atividades_pendentes force row level security;

create policy "an empresa sees its own atividades_pendentes" on atividades_pendentes to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select on atividades_pendentes to app;

-- How many refused accesses of a person the current hour has recorded.
create table atividades_recusas (
  empresa_id uuid not null constraint atividades_recusas_empresa_fkey references empresas (id),
  user_id uuid not null,
  hora timestamptz not null,
  total integer not null,
  primary key (empresa_id, user_id)
);

alter table atividades_recusas enable row level security;

alter table atividades_recusas force row level security;

create policy "an empresa sees its own atividades_recusas" on atividades_recusas to app
using (empresa_id = current_empresa()) with check (empresa_id = current_empresa());

grant select on atividades_recusas to app;

-- The trigger of historico. Notes once for each transaction that it has lines to seal.
create function note_pendente() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.atividades_pendentes (empresa_id, lote, id) values (new.empresa_id, new.lote, new.id)
  -- A restauracao writes one lote in several transactions. The update locks the row until this one ends, so that no
  -- worker takes the lote for complete.
  on conflict (empresa_id, lote) do update set id = least(atividades_pendentes.id, excluded.id);
  perform set_config('app.pendente', new.lote::text, true);
  return null;
end
$$;

-- Records an atividade that is no change of a record: `p_alvo` says what it is about. Its fields `tabela` and
-- `registro_id`, if given, name the record. Call it in a transaction that writes for an empresa. The contract lists the
-- tipos and their sentences (packages/contract/src/atividades.ts).
create function record_atividade(p_tipo text, p_alvo jsonb) returns void
language sql
set search_path = pg_catalog
as $$
  insert into public.historico (empresa_id, lote, tabela, registro_id, operacao, depois, user_id)
  values (
    public.current_empresa(), current_setting('app.lote')::uuid, 'atividades',
    coalesce((p_alvo ->> 'registro_id')::uuid, public.current_empresa()), 'I',
    p_alvo || jsonb_build_object('tipo', p_tipo), current_setting('app.user_id')::uuid
  )
$$;

-- The tipo of a line. What is no event of record_atividade is a change of a record.
create function tipo_of_atividade(p_tabela text, p_operacao text, p_antes jsonb, p_depois jsonb, p_user uuid) returns text
language sql immutable parallel safe
return case p_tabela
  when 'atividades' then coalesce(p_depois ->> 'tipo', 'desconhecida')
  when 'membros' then case
    when p_operacao = 'I' or (p_antes ->> 'saiu_em' is not null and p_depois ->> 'saiu_em' is null) then 'membro_entrou'
    when p_antes ->> 'saiu_em' is null and p_depois ->> 'saiu_em' is not null
      then case when p_depois ->> 'user_id' = p_user::text then 'membro_saiu' else 'membro_removido' end
    else 'papel_alterado'
  end
  when 'convites' then case
    when p_operacao = 'I' then 'convite_criado'
    when p_antes ->> 'aceito_em' is null and p_depois ->> 'aceito_em' is not null then 'convite_aceito'
    when p_antes ->> 'revogado_em' is null and p_depois ->> 'revogado_em' is not null then 'convite_revogado'
    when p_antes ->> 'revogado_em' is not null and p_depois ->> 'revogado_em' is null then 'revogacao_desfeita'
    else 'convite_reenviado'
  end
  when 'mercado_livre_config' then case
    when p_operacao = 'I' then 'conta_conectada'
    when p_depois ->> 'active' = 'false' then 'conta_removida'
    else 'registro_alterado'
  end
  else case p_operacao when 'I' then 'registro_criado' when 'U' then 'registro_alterado' else 'registro_excluido' end
end;

-- The content of a line as the chain hashes it. `pnpm atividade:check` asks for the same text and hashes it itself.
create function content_of_atividade(h historico) returns text
language sql stable
return jsonb_build_array(
  h.empresa_id, h.id, h.lote, h.tabela, h.registro_id, h.operacao, h.antes, h.depois, h.user_id,
  extract(epoch from h.created_at)::text
)::text;

-- Seals up to `p_linhas` lines of the oldest `p_lotes` pending transactions of the current empresa. Returns the number of
-- sealed lines. The row of the chain lets one worker at a time seal an empresa; people who write do not wait for it.
create function seal_atividades(p_lotes integer, p_linhas integer) returns integer
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_empresa uuid := public.current_empresa();
  v_cadeia public.atividades_cadeias;
  v_lotes uuid[];
  v_ids uuid[];
  v_sealed integer := 0;
  v_tipo text;
  v_tabela text;
  v_sal bytea;
  v_digest bytea;
  h public.historico;
begin
  insert into public.atividades_cadeias (empresa_id, hash) values (v_empresa, sha256(convert_to(v_empresa::text, 'UTF8')))
  on conflict do nothing;
  select * into v_cadeia from public.atividades_cadeias c where c.empresa_id = v_empresa for update skip locked;
  if not found then
    return 0;
  end if;
  select array_agg(p.lote order by p.id), array_agg(p.id order by p.id) into v_lotes, v_ids
  from (select * from public.atividades_pendentes p where p.empresa_id = v_empresa order by p.id limit p_lotes
    for update skip locked) p;
  for h in
    select line.* from unnest(v_lotes, v_ids) with ordinality as p (lote, id, place)
    -- The bounds of a day around the first line keep the search to one or two partitions.
    join public.historico line on line.empresa_id = v_empresa and line.lote = p.lote
      and line.id >= public.first_uuid_of(uuid_extract_timestamp(p.id) - interval '1 day')
      and line.id < public.first_uuid_of(uuid_extract_timestamp(p.id) + interval '1 day')
    where not exists (select from public.atividades a where a.empresa_id = v_empresa and a.id = line.id)
    order by p.place, line.id limit p_linhas
  loop
    v_tipo := public.tipo_of_atividade(h.tabela, h.operacao, h.antes, h.depois, h.user_id);
    v_tabela := case when h.tabela = 'atividades' then coalesce(h.depois ->> 'tabela', h.tabela) else h.tabela end;
    v_sal := uuid_send(gen_random_uuid());
    v_digest := sha256(v_sal || convert_to(public.content_of_atividade(h), 'UTF8'));
    v_cadeia.numero := v_cadeia.numero + 1;
    v_cadeia.hash := sha256(v_cadeia.hash || convert_to(concat_ws(E'\n', v_cadeia.numero, h.id, h.user_id, v_tipo,
      v_tabela, h.registro_id, encode(v_digest, 'hex')), 'UTF8'));
    insert into public.atividades (empresa_id, numero, id, user_id, tipo, tabela, registro_id, digest, sal, hash)
    values (v_empresa, v_cadeia.numero, h.id, h.user_id, v_tipo, v_tabela, h.registro_id, v_digest, v_sal, v_cadeia.hash);
    v_sealed := v_sealed + 1;
  end loop;
  if v_sealed < p_linhas then
    delete from public.atividades_pendentes p where p.empresa_id = v_empresa and p.lote = any (v_lotes);
  end if;
  if v_sealed > 0 then
    update public.atividades_cadeias c set numero = v_cadeia.numero, hash = v_cadeia.hash, selada_em = now()
    where c.empresa_id = v_empresa;
  end if;
  return v_sealed;
end
$$;

-- The next empresa after this one, by id, that has lines to seal. Workers go round, so that every empresa has its turn.
create function next_pendente(p_after uuid) returns uuid
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select p.empresa_id from public.atividades_pendentes p where p.empresa_id > p_after order by p.empresa_id limit 1;
end;

-- Call it in the transaction that blanks the content of lines of historico for the erasure of personal data, before it
-- blanks them. Removes the salts of these lines and records the erasure, which names them, as a line of its own. At most
-- 1,000 lines for each call.
create function erase_atividades(p_ids uuid[], p_alvo jsonb) returns void
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  if cardinality(p_ids) > 1000 then
    raise exception 'at most 1000 lines for each call' using errcode = '22023';
  end if;
  insert into public.atividades_cadeias (empresa_id, hash)
  values (public.current_empresa(), sha256(convert_to(public.current_empresa()::text, 'UTF8'))) on conflict do nothing;
  -- While this lock is held no worker seals these lines, so that each is sealed either before it is blanked or after.
  perform from public.atividades_cadeias c where c.empresa_id = public.current_empresa() for update;
  update public.atividades a set sal = null where a.empresa_id = public.current_empresa() and a.id = any (p_ids);
  perform public.record_atividade('dados_apagados', p_alvo || jsonb_build_object('linhas', to_jsonb(p_ids)));
end
$$;

-- Records that the current person was refused for want of a right. After `p_limit` lines in an hour it records nothing
-- and returns false, so that a loop of refusals does not fill the chain.
create function record_recusa(p_alvo jsonb, p_limit integer) returns boolean
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_total integer;
begin
  insert into public.atividades_recusas as r (empresa_id, user_id, hora, total)
  values (public.current_empresa(), public.current_usuario(), date_trunc('hour', now()), 1)
  on conflict (empresa_id, user_id) do update
    set hora = excluded.hora, total = case when r.hora = excluded.hora then r.total + 1 else 1 end
    where r.hora <> excluded.hora or r.total < p_limit
  returning r.total into v_total;
  if v_total is null then
    return false;
  end if;
  perform public.record_atividade('acesso_recusado', p_alvo || jsonb_build_object('ultima_da_hora', v_total = p_limit));
  return v_total < p_limit;
end
$$;

-- The trigger of auth.events for a sign-in. A session opens every empresa of its person (ADR 0059), so each gets a line.
create function auth.record_entrada() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.historico (empresa_id, lote, tabela, registro_id, operacao, depois, user_id)
  select m.empresa_id, gen_random_uuid(), 'atividades', m.empresa_id, 'I',
    jsonb_build_object('tipo', 'entrada', 'meio', new.method), new.user_id
  from public.membros m where m.user_id = new.user_id and m.saiu_em is null
  order by m.created_at limit 100;
  return null;
end
$$;

-- The trigger of politicas.
create function record_politica() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
begin
  perform public.record_atividade('politica_alterada', jsonb_build_object('exige_duas_etapas', new.exige_duas_etapas));
  return null;
end
$$;

-- The trigger of transferencias. An offer ends by its deletion; the one who became dono by then has accepted it.
create function record_transferencia() returns trigger
language plpgsql
set search_path = pg_catalog
as $$
declare
  v_offer public.transferencias := coalesce(new, old);
begin
  perform public.record_atividade(
    case
      when tg_op = 'INSERT' then 'transferencia_oferecida'
      when v_offer.para <> public.current_usuario() then 'transferencia_retirada'
      when exists (select from public.membros m where m.empresa_id = v_offer.empresa_id and m.user_id = v_offer.para
        and m.papel = 'dono' and m.saiu_em is null) then 'empresa_transferida'
      else 'transferencia_recusada'
    end,
    jsonb_build_object('de', v_offer.de, 'para', v_offer.para));
  return null;
end
$$;

revoke execute on function note_pendente(), seal_atividades(integer, integer), next_pendente(uuid),
  erase_atividades(uuid[], jsonb), record_recusa(jsonb, integer), auth.record_entrada() from public;

grant execute on function seal_atividades(integer, integer), next_pendente(uuid), record_recusa(jsonb, integer) to app;

-- migrate:down
