-- migrate:up
create trigger movimentos_estoque_direito before insert on movimentos_estoque
for each statement execute function demand_right_of_change('movimentar_estoque');

-- migrate:down
