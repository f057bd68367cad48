-- migrate:up
create trigger produto_deposito_updated_comparar after update on produto_deposito referencing new table as changed
for each statement execute function note_estoque_a_comparar();

-- migrate:down
