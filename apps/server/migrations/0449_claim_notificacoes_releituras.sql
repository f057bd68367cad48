-- What a marketplace reports is read before sales that are only read again. A first start reports up to 20,000 of these,
-- and a new sale must not wait for them (ADR 0110). The function is as before otherwise.

-- migrate:up
create or replace function claim_notificacoes(p_except text[], p_limit integer, p_seconds float8)
returns table (
  empresa_id uuid, conta_id uuid, marketplace text, seller_id text, topico text, recurso text, vez integer, tentativas integer
)
language plpgsql security definer
set search_path = pg_catalog
as $$
#variable_conflict use_column
declare
  v_empresa uuid;
  v_conta uuid;
  v_marketplace text;
  v_seller_id text;
  v_topico text;
begin
  with recursive filas as (
    (select n.marketplace, n.seller_id, n.topico, n.proxima_em from public.notificacoes n where n.pendente
      order by n.marketplace, n.seller_id, n.topico, n.proxima_em limit 1)
    union all
    select s.marketplace, s.seller_id, s.topico, s.proxima_em from filas f cross join lateral (
      select n.marketplace, n.seller_id, n.topico, n.proxima_em from public.notificacoes n
      where n.pendente and (n.marketplace, n.seller_id, n.topico) > (f.marketplace, f.seller_id, f.topico)
      order by n.marketplace, n.seller_id, n.topico, n.proxima_em limit 1) s
  )
  select d.empresa_id, d.conta_id, f.marketplace, f.seller_id, f.topico
  into v_empresa, v_conta, v_marketplace, v_seller_id, v_topico
  from filas f
  join marketplaces.donos d on d.marketplace = f.marketplace and d.seller_id = f.seller_id
  join public.mercado_livre_config c on c.empresa_id = d.empresa_id and c.id = d.conta_id and c.situacao = 'ativa'
  where f.proxima_em <= now() and f.marketplace || ' ' || f.seller_id <> all (p_except)
    and not exists (select from public.exclusoes x where x.empresa_id = d.empresa_id)
  order by f.topico = 'releituras', f.proxima_em limit 1;
  if not found then
    return;
  end if;
  return query
  with devidas as (
    select n.recurso from public.notificacoes n
    where n.empresa_id = v_empresa and n.marketplace = v_marketplace and n.seller_id = v_seller_id and n.topico = v_topico
      and n.pendente and n.proxima_em <= now()
    order by n.proxima_em limit p_limit for update skip locked
  )
  update public.notificacoes n
  set lendo_vez = n.vez, lendo_desde = now(), proxima_em = now() + make_interval(secs => p_seconds)
  from devidas d
  where n.empresa_id = v_empresa and n.marketplace = v_marketplace and n.seller_id = v_seller_id and n.topico = v_topico
    and n.recurso = d.recurso
  returning n.empresa_id, v_conta, n.marketplace, n.seller_id, n.topico, n.recurso, n.vez, n.tentativas;
end
$$;

-- migrate:down
