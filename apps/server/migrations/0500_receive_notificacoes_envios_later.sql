-- A parcel is read a second after its notification, so that the reading of its new pedido, which reads the parcel too,
-- comes first (ADR 0129). The function is as before otherwise.

-- migrate:up
create or replace function receive_notificacoes(p_avisos jsonb) returns integer
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
    select a.*, d.empresa_id, (a.confiavel or a.topico = 'anuncios') as tem_linha,
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
    -- The delay merges notifications that arrive together into one read. A person waits for it to see a sale. A parcel
    -- waits longer, because the reading of its pedido reads it too.
    select d.empresa_id, a.marketplace, a.seller_id, a.topico, a.recurso,
      now() + case a.topico when 'envios' then interval '1 second' else interval '250 milliseconds' end, a.confiavel
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

-- migrate:down
