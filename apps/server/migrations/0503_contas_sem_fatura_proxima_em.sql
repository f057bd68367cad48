-- The contas whose bills are due. The reading decides when the next one is (ADR 0123).

-- migrate:up
create or replace function contas_sem_fatura(p_limit integer)
returns table (empresa_id uuid, conta_id uuid, marketplace text, seller_id text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.empresa_id, c.id, c.marketplace, c.user_ml_id from public.mercado_livre_config c
  join public.vendas_config v on v.empresa_id = c.empresa_id and v.marketplace = c.marketplace
    and v.seller_id = c.user_ml_id and v.reserva_desde is not null
  left join public.faturas f on f.empresa_id = c.empresa_id and f.marketplace = c.marketplace
    and f.seller_id = c.user_ml_id and f.competencia = date_trunc('month', now() at time zone 'America/Sao_Paulo')::date
  where c.active and c.situacao = 'ativa' and not exists (select from public.exclusoes x where x.empresa_id = c.empresa_id)
    and (f.proxima_em is null or f.proxima_em <= now())
  order by f.proxima_em nulls first, c.empresa_id, c.id limit p_limit;
end;

-- migrate:down
