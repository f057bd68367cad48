-- migrate:up
-- As before, and lets a person who sells at the counter write the saida of the sale.
create or replace trigger movimentos_estoque_direito before insert on movimentos_estoque
for each row execute function demand_right_of_movimento();

-- migrate:down
