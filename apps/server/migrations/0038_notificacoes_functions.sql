-- migrate:up
-- What knows notificacoes of all empresas: the receiver, to which nobody has signed in, and the worker. Each runs as
-- `contas` and answers the least that serves.

-- Notes what was told, all of a moment at once, and says how much of it is of accounts nobody holds: that is left out.
-- One that waits for its reading needs no other, and nothing is written for it. `contada_em` is when a marketplace first
-- told what it failed to bring here; if it was read since, it is known. The margin is for its clock.
create function receive_notificacoes(p_avisos jsonb) returns integer
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_unknown integer;
  v_news jsonb;
begin
  select count(*) filter (where d.user_ml_id is null),
    jsonb_agg(jsonb_build_object('user_ml_id', a.user_ml_id, 'topico', a.topico, 'recurso', a.recurso)) filter (
      where d.user_ml_id is not null and not coalesce(n.pendente and n.lendo_vez is distinct from n.vez, false)
        and not coalesce(n.lida_em > a.contada_em + interval '5 minutes', false))
  into v_unknown, v_news
  from (
    select e.user_ml_id, e.topico, e.recurso, max(e.contada_em) as contada_em
    from jsonb_to_recordset(p_avisos) as e (user_ml_id bigint, topico text, recurso text, contada_em timestamptz)
    group by 1, 2, 3
  ) a
  left join marketplaces.mercado_livre_donos d on d.user_ml_id = a.user_ml_id
  left join public.notificacoes n on n.empresa_id = d.empresa_id and n.user_ml_id = a.user_ml_id
    and n.topico = a.topico and n.recurso = a.recurso;
  if v_news is null then
    return v_unknown;
  end if;
  -- Held until the rows are written: whoever lets the account go deletes them with the others.
  perform from marketplaces.mercado_livre_donos d
  where d.user_ml_id in (select a.user_ml_id from jsonb_to_recordset(v_news) as a (user_ml_id bigint))
  order by d.user_ml_id for key share;
  insert into public.notificacoes as n (empresa_id, user_ml_id, topico, recurso, proxima_em)
  -- What comes in the same moment is read once.
  select d.empresa_id, a.user_ml_id, a.topico, a.recurso, now() + interval '1 second'
  from jsonb_to_recordset(v_news) as a (user_ml_id bigint, topico text, recurso text)
  join (
    select d.user_ml_id, d.empresa_id, (
        -- Anybody can make notifications up: of one seller no more wait than the largest has things.
        select count(*) from (select from public.notificacoes w where w.user_ml_id = d.user_ml_id and w.pendente limit 200000) w
      ) < 200000 as cabem
    from marketplaces.mercado_livre_donos d
    where d.user_ml_id in (select a.user_ml_id from jsonb_to_recordset(v_news) as a (user_ml_id bigint))
    offset 0
  ) d on d.user_ml_id = a.user_ml_id and d.cabem
  -- Everybody locks them in this order.
  order by a.user_ml_id, a.topico, a.recurso
  on conflict (empresa_id, user_ml_id, topico, recurso) do update
  set vez = n.vez + 1, pendente = true,
    recebida_em = case when n.pendente then n.recebida_em else now() end,
    proxima_em = case when n.pendente then n.proxima_em else greatest(n.proxima_em, excluded.proxima_em) end
  where not n.pendente or n.lendo_vez = n.vez;
  return v_unknown;
end
$$;

-- Takes what is due of one seller and topic, that of whoever has waited longest and is not among `p_except`. It is the
-- caller's for so many seconds; then anybody's again.
create function claim_notificacoes(p_except bigint[], p_limit integer, p_seconds float8)
returns table (
  empresa_id uuid, conta_id uuid, user_ml_id text, topico text, recurso text, vez integer, tentativas integer
)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  v_empresa uuid;
  v_conta uuid;
  v_user_ml_id bigint;
  v_topico text;
begin
  with recursive filas as (
    (select n.user_ml_id, n.topico, n.proxima_em from public.notificacoes n where n.pendente
      order by n.user_ml_id, n.topico, n.proxima_em limit 1)
    union all
    select s.user_ml_id, s.topico, s.proxima_em from filas f cross join lateral (
      select n.user_ml_id, n.topico, n.proxima_em from public.notificacoes n
      where n.pendente and (n.user_ml_id, n.topico) > (f.user_ml_id, f.topico)
      order by n.user_ml_id, n.topico, n.proxima_em limit 1) s
  )
  select d.empresa_id, d.conta_id, f.user_ml_id, f.topico into v_empresa, v_conta, v_user_ml_id, v_topico
  from filas f
  join marketplaces.mercado_livre_donos d on d.user_ml_id = f.user_ml_id
  join public.mercado_livre_config c on c.empresa_id = d.empresa_id and c.id = d.conta_id and c.situacao = 'ativa'
  where f.proxima_em <= now() and f.user_ml_id <> all (p_except)
  order by f.proxima_em limit 1;
  if not found then
    return;
  end if;
  return query
  with devidas as (
    select n.recurso from public.notificacoes n
    where n.empresa_id = v_empresa and n.user_ml_id = v_user_ml_id and n.topico = v_topico and n.pendente
      and n.proxima_em <= now()
    order by n.proxima_em limit p_limit for update skip locked
  )
  update public.notificacoes n
  set lendo_vez = n.vez, lendo_desde = now(), proxima_em = now() + make_interval(secs => p_seconds)
  from devidas d
  where n.empresa_id = v_empresa and n.user_ml_id = v_user_ml_id and n.topico = v_topico and n.recurso = d.recurso
  returning n.empresa_id, v_conta, n.user_ml_id::text, n.topico, n.recurso, n.vez, n.tentativas;
end
$$;

-- Contas that let us in, those with the freshest tokens first: for questions about the application itself.
create function contas_in_use(p_limit integer) returns table (empresa_id uuid, conta_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select t.empresa_id, t.conta_id from public.mercado_livre_tokens t
  join public.mercado_livre_config m on m.empresa_id = t.empresa_id and m.id = t.conta_id
  where m.active and m.situacao = 'ativa'
  order by t.expires_at desc limit p_limit;
end;

-- What was read is remembered for longer than a marketplace remembers what it failed to tell.
create function sweep_notificacoes() returns void
language sql security definer
set search_path = pg_catalog
begin atomic
  delete from public.notificacoes where ctid = any (array(
    select n.ctid from public.notificacoes n where not n.pendente and n.lida_em < now() - interval '3 days'
    limit 10000 for update skip locked));
end;

grant create on schema public to contas;

alter function receive_notificacoes(jsonb) owner to contas;

alter function claim_notificacoes(bigint[], integer, float8) owner to contas;

alter function contas_in_use(integer) owner to contas;

alter function sweep_notificacoes() owner to contas;

revoke create on schema public from contas;

revoke execute on function receive_notificacoes(jsonb), claim_notificacoes(bigint[], integer, float8),
contas_in_use(integer), sweep_notificacoes() from public;

grant execute on function receive_notificacoes(jsonb), claim_notificacoes(bigint[], integer, float8),
contas_in_use(integer), sweep_notificacoes() to app;

-- migrate:down
