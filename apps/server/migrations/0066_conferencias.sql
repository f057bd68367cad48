-- migrate:up
-- Bounds the cost of notifications that could be forged: they cause neither a row per pedido nor a call per reported
-- id, and they never stop the reading of a seller. Also adds the claim of polls. Each function runs as `contas` and
-- returns as little as possible.

-- Records a batch of notifications and returns the number of those whose account no empresa holds.
--
-- `confiavel`: the notification came by the secret address; true when it is missing. An untrusted notification of a
-- pedido only brings the next poll forward, to at least `espera` seconds after the last one: the poll's search shows
-- which pedidos exist, whatever ids were reported. An untrusted notification of an anuncio gets a row while few rows of
-- that seller are pending, and the anuncio is read ten minutes after its last read at the earliest.
--
-- Nothing is written for a resource that already waits for a read. `contada_em` is when the marketplace first sent a
-- notification that it failed to deliver; if the resource was read since, the change is known. The margin of five
-- minutes allows for a wrong clock at the marketplace.
create function receive_notificacoes(p_avisos jsonb) returns integer
language plpgsql security definer
set search_path = pg_catalog
as $$
declare
  v_unknown integer;
  v_news jsonb;
  v_sellers jsonb;
  -- Sellers (marketplace, a space, id) whose pending rows have reached the limit.
  v_full text[];
begin
  with avisos as (
    select e.marketplace, e.seller_id, e.topico, e.recurso, max(e.contada_em) as contada_em,
      bool_or(coalesce(e.confiavel, true)) as confiavel, min(coalesce(e.espera, 0)) as espera
    from jsonb_to_recordset(p_avisos) as e (
      marketplace text, seller_id text, topico text, recurso text, contada_em timestamptz, confiavel boolean, espera float8)
    group by 1, 2, 3, 4
  ), vistos as (
    select a.*, d.empresa_id, (a.confiavel or a.topico <> 'pedidos') as tem_linha,
      -- The resource already waits for a read. An untrusted row does not count for a trusted notification, which brings
      -- the read forward.
      coalesce(n.pendente and n.lendo_vez is distinct from n.vez and (n.confiavel or not a.confiavel), false) as espera_leitura,
      coalesce(n.lida_em > a.contada_em + interval '5 minutes', false) as conhecida
    from avisos a
    left join marketplaces.donos d on d.marketplace = a.marketplace and d.seller_id = a.seller_id
    left join public.notificacoes n on n.empresa_id = d.empresa_id and n.marketplace = a.marketplace
      and n.seller_id = a.seller_id and n.topico = a.topico and n.recurso = a.recurso
  )
  select (select count(*) from vistos v where v.empresa_id is null),
    (select jsonb_agg(jsonb_build_object('marketplace', v.marketplace, 'seller_id', v.seller_id, 'topico', v.topico,
        'recurso', v.recurso, 'confiavel', v.confiavel))
      from vistos v where v.empresa_id is not null and v.tem_linha and not v.espera_leitura and not v.conhecida),
    (select jsonb_agg(to_jsonb(s)) from (
        select v.empresa_id, v.marketplace, v.seller_id, bool_or(v.confiavel) as confiavel,
          min(v.espera) filter (where not v.tem_linha) as espera
        from vistos v where v.empresa_id is not null and not v.conhecida group by 1, 2, 3) s)
  into v_unknown, v_news, v_sellers;
  if v_sellers is null then
    return v_unknown;
  end if;
  -- Locks the holders until the rows are written, so that a transaction that releases an account also deletes these
  -- rows.
  perform from marketplaces.donos d
  where (d.marketplace, d.seller_id) in (
    select s.marketplace, s.seller_id from jsonb_to_recordset(v_sellers) as s (marketplace text, seller_id text))
  order by d.marketplace, d.seller_id for key share;
  if v_news is not null then
    -- A seller has at most as many pending rows as the largest seller has resources; untrusted rows stop far earlier.
    select array_agg(c.marketplace || ' ' || c.seller_id) filter (where c.n >= 200000) into v_full from (
      select s.marketplace, s.seller_id, (
          select count(*) from (
            select from public.notificacoes w
            where w.marketplace = s.marketplace and w.seller_id = s.seller_id and w.pendente limit 200000) w) as n
      from jsonb_to_recordset(v_sellers) as s (marketplace text, seller_id text) offset 0) c;
    insert into public.notificacoes as n (empresa_id, marketplace, seller_id, topico, recurso, proxima_em, confiavel)
    -- The delay of a second merges notifications that arrive together into one read.
    select d.empresa_id, a.marketplace, a.seller_id, a.topico, a.recurso, now() + interval '1 second', a.confiavel
    from jsonb_to_recordset(v_news) as a (marketplace text, seller_id text, topico text, recurso text, confiavel boolean)
    join marketplaces.donos d on d.marketplace = a.marketplace and d.seller_id = a.seller_id
    where a.marketplace || ' ' || a.seller_id <> all (coalesce(v_full, '{}')) and (a.confiavel or (
      select count(*) from (
        select from public.notificacoes w
        where w.marketplace = a.marketplace and w.seller_id = a.seller_id and w.pendente limit 1000) w) < 1000)
    -- Every transaction locks the rows in this order, which prevents deadlocks.
    order by a.marketplace, a.seller_id, a.topico, a.recurso
    on conflict (empresa_id, marketplace, seller_id, topico, recurso) do update
    set vez = n.vez + 1, pendente = true, confiavel = excluded.confiavel,
      recebida_em = case when n.pendente then n.recebida_em else now() end,
      proxima_em = case
        when n.pendente and n.lendo_vez is null then least(n.proxima_em, excluded.proxima_em)
        when n.pendente then n.proxima_em
        when excluded.confiavel then greatest(n.proxima_em, excluded.proxima_em)
        else greatest(n.proxima_em, excluded.proxima_em, n.lida_em + interval '10 minutes') end
    where not n.pendente or (excluded.confiavel and not n.confiavel and n.lendo_vez is null) or n.lendo_vez = n.vez;
  end if;
  with alvos as (
    select a.empresa_id, a.marketplace, a.seller_id, s.confiavel, s.espera, case
        -- A real notification may have been dropped by the limit: a poll finds its change.
        when s.marketplace || ' ' || s.seller_id = any (coalesce(v_full, '{}')) then now() + interval '5 seconds'
        when s.espera is not null
          then greatest(now() + interval '1 second', a.conferida_em + make_interval(secs => s.espera)) end as conferir_em
    from jsonb_to_recordset(v_sellers) as s (
      empresa_id uuid, marketplace text, seller_id text, confiavel boolean, espera float8)
    join public.pedidos_atraso a on a.empresa_id = s.empresa_id and a.marketplace = s.marketplace
      and a.seller_id = s.seller_id
    order by a.marketplace, a.seller_id for update of a
  )
  update public.pedidos_atraso a
  set avisada_em = case when t.confiavel then now() else a.avisada_em end,
    sugerida_em = case when t.espera is not null then now() else a.sugerida_em end,
    conferir_em = least(a.conferir_em, t.conferir_em)
  from alvos t
  where a.empresa_id = t.empresa_id and a.marketplace = t.marketplace and a.seller_id = t.seller_id and (
    -- Writes only when it matters, not for each of a thousand notifications in a second.
    (t.confiavel and coalesce(a.avisada_em < now() - interval '10 seconds', true))
    or (t.espera is not null and coalesce(a.sugerida_em < now() - interval '1 second', true))
    or t.conferir_em < a.conferir_em);
  return v_unknown;
end
$$;

-- Claims the contas whose poll has been due for longest, each with a lease of `p_seconds`. Skips contas whose history
-- is still being synchronised, and contas without a working grant, which only the seller can reconnect.
create function claim_conferencias(p_limit integer, p_seconds float8)
returns table (
  empresa_id uuid, conta_id uuid, marketplace text, seller_id text, intervalo_segundos integer, falhas integer, sugerida boolean,
  mudancas_desde timestamptz, posicao text
)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
begin
  return query
  with devidas as (
    select a.empresa_id, a.marketplace, a.seller_id, d.conta_id, s.mudancas_desde,
      coalesce(a.sugerida_em >= a.conferida_em, a.sugerida_em is not null) as sugerida
    from public.pedidos_atraso a
    join marketplaces.donos d on d.marketplace = a.marketplace and d.seller_id = a.seller_id
      and d.empresa_id = a.empresa_id
    join public.mercado_livre_config c on c.empresa_id = d.empresa_id and c.id = d.conta_id and c.active and c.situacao = 'ativa'
    join public.pedidos_sincronia s on s.empresa_id = a.empresa_id and s.marketplace = a.marketplace
      and s.seller_id = a.seller_id and s.completo_desde <= s.historico_desde and not s.em_andamento
    where a.conferir_em <= now() and (a.ocupada_ate is null or a.ocupada_ate <= now())
    order by a.conferir_em limit p_limit for update of a skip locked
  )
  update public.pedidos_atraso a
  set ocupada_ate = now() + make_interval(secs => p_seconds), conferida_em = now(), conferencias = a.conferencias + 1
  from devidas d
  where a.empresa_id = d.empresa_id and a.marketplace = d.marketplace and a.seller_id = d.seller_id
  returning a.empresa_id, d.conta_id, a.marketplace, a.seller_id, a.intervalo_segundos, a.falhas,
    d.sugerida, d.mudancas_desde, a.posicao;
end
$$;

-- Contas whose synchronisation has stalled: it never began, it is unfinished and has made no step for longer than any
-- intended pause, or it is finished and no poll is planned. The pause of a conta without permission is a day.
create function pedidos_parados(p_limit integer)
returns table (empresa_id uuid, conta_id uuid, marketplace text, seller_id text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.empresa_id, c.id, c.marketplace, c.user_ml_id from public.mercado_livre_config c
  left join public.pedidos_sincronia s on s.empresa_id = c.empresa_id and s.marketplace = c.marketplace
    and s.seller_id = c.user_ml_id
  left join public.pedidos_atraso a on a.empresa_id = c.empresa_id and a.marketplace = c.marketplace
    and a.seller_id = c.user_ml_id
  where c.active and c.situacao = 'ativa' and (s.passo_em is null or (
    s.passo_em < now() - case when s.sem_permissao then interval '25 hours' else interval '1 hour' end
    and (s.em_andamento or s.completo_desde is null or s.completo_desde > s.historico_desde or a.conferir_em is null)))
  order by s.passo_em nulls first limit p_limit;
end;

grant select (
  empresa_id, marketplace, seller_id, passo_em, sem_permissao, em_andamento, completo_desde, historico_desde, mudancas_desde
) on pedidos_sincronia to contas;

grant create on schema public to contas;

alter function receive_notificacoes(jsonb) owner to contas;

alter function claim_conferencias(integer, float8) owner to contas;

alter function pedidos_parados(integer) owner to contas;

revoke create on schema public from contas;

revoke execute on function receive_notificacoes(jsonb), claim_conferencias(integer, float8), pedidos_parados(integer) from public;

grant execute on function receive_notificacoes(jsonb), claim_conferencias(integer, float8), pedidos_parados(integer) to app;

-- migrate:down
