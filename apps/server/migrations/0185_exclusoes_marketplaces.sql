-- The jobs of marketplaces pass over an empresa that waits for its deletion. Each function is as before otherwise.

-- migrate:up
create or replace function contas_running_out(p_limit integer) returns table (empresa_id uuid, conta_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select t.empresa_id, t.conta_id from public.mercado_livre_tokens t
  join public.mercado_livre_config m on m.empresa_id = t.empresa_id and m.id = t.conta_id
  where m.active and m.situacao = 'ativa' and not exists (select from public.exclusoes x where x.empresa_id = t.empresa_id)
    and t.expires_at < now() + interval '5 minutes'
  order by t.expires_at limit p_limit;
end;

create or replace function pedidos_parados(p_limit integer)
returns table (empresa_id uuid, conta_id uuid, marketplace text, seller_id text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.empresa_id, c.id, c.marketplace, c.user_ml_id from public.mercado_livre_config c
  left join public.pedidos_sincronia s on s.empresa_id = c.empresa_id and s.marketplace = c.marketplace
    and s.seller_id = c.user_ml_id
  left join public.pedidos_atraso a on a.empresa_id = c.empresa_id and a.marketplace = c.marketplace
    and a.seller_id = c.user_ml_id
  where c.active and c.situacao = 'ativa' and not exists (select from public.exclusoes x where x.empresa_id = c.empresa_id)
    and (s.passo_em is null or (
    s.passo_em < now() - case when s.sem_permissao then interval '25 hours' else interval '1 hour' end
    and (s.em_andamento or s.completo_desde is null or s.completo_desde > s.historico_desde or a.conferir_em is null)))
  order by s.passo_em nulls first limit p_limit;
end;

create or replace function importacoes_paradas(p_limit integer) returns table (empresa_id uuid, importacao_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select i.empresa_id, i.id from public.importacoes i
  where i.situacao in ('lendo', 'importando') and i.passo_em < now() - interval '5 minutes'
    and not exists (select from public.exclusoes x where x.empresa_id = i.empresa_id)
  order by i.passo_em limit p_limit;
end;

create or replace function claim_conferencias(p_limit integer, p_seconds float8)
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
      and not exists (select from public.exclusoes x where x.empresa_id = a.empresa_id)
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
  order by f.proxima_em limit 1;
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
