-- migrate:up
-- Importacoes that may be deleted: finished 90 days ago and followed by a newer one of the same account.
create function importacoes_antigas(p_limit integer) returns table (empresa_id uuid, importacao_id uuid)
language sql stable security definer
set search_path = pg_catalog
begin atomic
  select i.empresa_id, i.id from public.importacoes i
  where i.concluida_em < now() - interval '90 days' and exists (
    select from public.importacoes n where n.empresa_id = i.empresa_id and n.marketplace = i.marketplace
      and n.seller_id = i.seller_id and n.id > i.id)
  order by i.concluida_em limit p_limit;
end;

grant select (marketplace, seller_id, concluida_em) on importacoes to contas;

grant create on schema public to contas;

alter function importacoes_antigas(integer) owner to contas;

revoke create on schema public from contas;

revoke execute on function importacoes_antigas(integer) from public;

grant execute on function importacoes_antigas(integer) to app;

-- migrate:down
