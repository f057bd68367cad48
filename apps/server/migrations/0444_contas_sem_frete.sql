-- The contas whose freights are due, the one that waited longest first. The release before calls it in the same way.

-- migrate:up
create or replace function contas_sem_frete(p_limit integer)
returns table (empresa_id uuid, conta_id uuid, marketplace text, seller_id text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.empresa_id, c.id, c.marketplace, c.user_ml_id from public.mercado_livre_config c
  join public.vendas_config v on v.empresa_id = c.empresa_id and v.marketplace = c.marketplace
    and v.seller_id = c.user_ml_id and v.reserva_desde is not null
    and (v.fretes_proxima_em is null or v.fretes_proxima_em <= now())
  where c.active and c.situacao = 'ativa' and not exists (select from public.exclusoes x where x.empresa_id = c.empresa_id)
    and exists (select from public.vendas_envios e where e.empresa_id = c.empresa_id and e.marketplace = c.marketplace
      and e.seller_id = c.user_ml_id and e.frete_lido_em is null
      and (e.frete_proxima_em is null or e.frete_proxima_em <= now()))
  order by v.fretes_proxima_em nulls first, c.empresa_id, c.id limit p_limit;
end;

grant select (fretes_proxima_em) on vendas_config to contas;

grant select (frete_proxima_em) on vendas_envios to contas;

-- migrate:down
