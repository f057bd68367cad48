-- migrate:up
create trigger pedidos_inserted_novidade after insert on pedidos referencing new table as changed
for each statement execute function note_pedidos();

-- migrate:down
