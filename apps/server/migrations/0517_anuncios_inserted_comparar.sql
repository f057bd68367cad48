-- migrate:up
create trigger anuncios_inserted_comparar after insert on anuncios referencing new table as changed
for each statement execute function note_anuncios_a_comparar();

-- migrate:down
