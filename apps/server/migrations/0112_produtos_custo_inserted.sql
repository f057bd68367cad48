-- migrate:up
create trigger produtos_custo_inserted before insert on produtos
for each row when (new.custo_unitario <> 0) execute function demand_right_of_custo();

-- migrate:down
