-- migrate:up
create trigger anuncios_updated_novidade after update on anuncios referencing new table as changed
for each statement execute function note_anuncios();

-- migrate:down
