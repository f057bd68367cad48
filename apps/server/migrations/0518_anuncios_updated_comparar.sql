-- migrate:up
create trigger anuncios_updated_comparar after update on anuncios referencing old table as before new table as changed
for each statement execute function note_anuncios_mudados();

-- migrate:down
