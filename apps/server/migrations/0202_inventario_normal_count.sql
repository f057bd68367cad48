-- migrate:up
-- The normal saldos that exist. Since 0200 the triggers append differences, some of them for rows that this statement
-- also counts, so it subtracts every difference that it sees. Writers go on meanwhile.
insert into contadores (empresa_id, nome, delta)
select empresa_id, 'inventario.normal', sum(n) from (
  select empresa_id, count(*) as n from produto_deposito where situacao = 'normal' group by empresa_id
  union all
  select empresa_id, -sum(delta) from contadores where nome = 'inventario.normal' group by empresa_id
) both_parts group by empresa_id having sum(n) <> 0;

-- migrate:down
