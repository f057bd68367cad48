-- migrate:up
create trigger anuncios_inserted_novidade after insert on anuncios referencing new table as changed
for each statement execute function note_anuncios();

-- migrate:down
