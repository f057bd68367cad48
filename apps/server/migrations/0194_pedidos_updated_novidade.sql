-- migrate:up
create trigger pedidos_updated_novidade after update on pedidos referencing new table as changed
for each statement execute function note_pedidos();

-- migrate:down
