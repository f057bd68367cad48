-- The contas whose costs are to be read. Only a conta whose sales reach the stock has costs (ADR 0122).

-- migrate:up
create function contas_sem_frete(p_limit integer)
returns table (empresa_id uuid, conta_id uuid, marketplace text, seller_id text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.empresa_id, c.id, c.marketplace, c.user_ml_id from public.mercado_livre_config c
  join public.vendas_config v on v.empresa_id = c.empresa_id and v.marketplace = c.marketplace
    and v.seller_id = c.user_ml_id and v.reserva_desde is not null
  where c.active and c.situacao = 'ativa' and not exists (select from public.exclusoes x where x.empresa_id = c.empresa_id)
    and exists (select from public.vendas_envios e where e.empresa_id = c.empresa_id and e.marketplace = c.marketplace
      and e.seller_id = c.user_ml_id and e.frete_lido_em is null)
  order by c.empresa_id, c.id limit p_limit;
end;

-- A bill is read once a day. A reading that ended early goes on after an hour.
create function contas_sem_fatura(p_limit integer)
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
    and (f.tentada_em is null or f.tentada_em < now()
      - case when f.sem_permissao or f.lida_em >= f.tentada_em then interval '20 hours' else interval '50 minutes' end)
  order by f.tentada_em nulls first, c.empresa_id, c.id limit p_limit;
end;

grant select (empresa_id, marketplace, seller_id, reserva_desde) on vendas_config to contas;

grant select (empresa_id, marketplace, seller_id, frete_lido_em) on vendas_envios to contas;

grant select (empresa_id, marketplace, seller_id, competencia, tentada_em, lida_em, sem_permissao) on faturas to contas;

grant create on schema public to contas;

alter function contas_sem_frete(integer) owner to contas;

alter function contas_sem_fatura(integer) owner to contas;

revoke create on schema public from contas;

revoke execute on function contas_sem_frete(integer), contas_sem_fatura(integer) from public;

grant execute on function contas_sem_frete(integer), contas_sem_fatura(integer) to app;

-- migrate:down
