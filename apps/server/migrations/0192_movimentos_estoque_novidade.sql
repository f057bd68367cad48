-- migrate:up
create trigger movimentos_estoque_novidade after insert on movimentos_estoque referencing new table as changed
for each statement execute function note_movimentos();

-- migrate:down
