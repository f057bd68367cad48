-- migrate:up
create trigger produto_deposito_inserted_comparar after insert on produto_deposito referencing new table as changed
for each statement execute function note_estoque_a_comparar();

-- migrate:down
