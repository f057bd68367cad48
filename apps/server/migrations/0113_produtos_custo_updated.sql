-- migrate:up
create trigger produtos_custo_updated before update of custo_unitario on produtos
for each row when (new.custo_unitario is distinct from old.custo_unitario) execute function demand_right_of_custo();

-- migrate:down
