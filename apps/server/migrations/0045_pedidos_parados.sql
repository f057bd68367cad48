-- migrate:up
-- Pedidos the marketplace tells of in a way we cannot read, by their id, and when they were made: they are in no sum.
alter table pedidos_sincronia add column ilegiveis jsonb not null default '{}';

-- Contas whose pedidos nobody looks after any more: never begun, or without a step for longer than anybody waits on
-- purpose. One without permission waits for a day.
create function pedidos_parados(p_limit integer) returns table (empresa_id uuid, conta_id uuid, user_ml_id text)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select c.empresa_id, c.id, c.user_ml_id::text from public.mercado_livre_config c
  left join public.pedidos_sincronia s on s.empresa_id = c.empresa_id and s.user_ml_id = c.user_ml_id
  where c.active and c.situacao = 'ativa' and (s.passo_em is null
    or s.passo_em < now() - case when s.sem_permissao then interval '25 hours' else interval '1 hour' end)
  order by s.passo_em nulls first limit p_limit;
end;

grant select (empresa_id, user_ml_id, passo_em, sem_permissao) on pedidos_sincronia to contas;

grant create on schema public to contas;

alter function pedidos_parados(integer) owner to contas;

revoke create on schema public from contas;

revoke execute on function pedidos_parados(integer) from public;

grant execute on function pedidos_parados(integer) to app;

-- migrate:down
