-- migrate:up
-- Counts the saldos of every situacao. Until now the inventory needed no count of the normal ones; the bar of the stock
-- on Início shows their share. Files 0201 and 0202 add the rows that exist already.
create or replace function count_produto_deposito() returns trigger
language plpgsql
set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.contadores (empresa_id, nome, delta)
    select r.empresa_id, 'inventario.' || r.situacao, count(*) from added r group by r.empresa_id, r.situacao;
  elsif tg_op = 'DELETE' then
    insert into public.contadores (empresa_id, nome, delta)
    select r.empresa_id, 'inventario.' || r.situacao, -count(*) from removed r group by r.empresa_id, r.situacao;
  else
    insert into public.contadores (empresa_id, nome, delta)
    select r.empresa_id, 'inventario.' || r.situacao, sum(r.sinal)
    from (select empresa_id, situacao, 1 as sinal from added union all select empresa_id, situacao, -1 from removed) r
    group by r.empresa_id, r.situacao having sum(r.sinal) <> 0;
  end if;
  perform fold_contadores('inventario');
  return null;
end
$$;

-- migrate:down
