-- migrate:up
-- Functions that reach the notificacoes of all empresas: for the receiver, which has no session, and for the worker.
-- Each runs as `contas` and returns as little as possible.

-- Claims the due rows of one seller and topic: those that have waited longest, except of the sellers in `p_except`
-- (marketplace, a space, id). The claim is a lease of `p_seconds`; then another worker may claim the rows.
create function claim_notificacoes(p_except text[], p_limit integer, p_seconds float8)
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

-- Contas of a marketplace with a working grant, the freshest tokens first, for calls about the application itself.
create function contas_in_use(p_marketplace text, p_limit integer) returns table (empresa_id uuid, conta_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select t.empresa_id, t.conta_id from public.mercado_livre_tokens t
  join public.mercado_livre_config m on m.empresa_id = t.empresa_id and m.id = t.conta_id
  where m.marketplace = p_marketplace and m.active and m.situacao = 'ativa'
  order by t.expires_at desc limit p_limit;
end;

-- Deletes rows that were read three days ago. The marketplace offers undelivered notifications for a shorter time.
create function sweep_notificacoes() returns void
language sql security definer
set search_path = pg_catalog
begin atomic
  delete from public.notificacoes where ctid = any (array(
    select n.ctid from public.notificacoes n where not n.pendente and n.lida_em < now() - interval '3 days'
    limit 10000 for update skip locked));
end;

grant create on schema public to contas;

alter function claim_notificacoes(text[], integer, float8) owner to contas;

alter function contas_in_use(text, integer) owner to contas;

alter function sweep_notificacoes() owner to contas;

revoke create on schema public from contas;

revoke execute on function claim_notificacoes(text[], integer, float8),
contas_in_use(text, integer), sweep_notificacoes() from public;

grant execute on function claim_notificacoes(text[], integer, float8),
contas_in_use(text, integer), sweep_notificacoes() to app;

-- migrate:down
