-- migrate:up
create trigger importacoes_novidade after insert or update on importacoes
for each row execute function note_row();

-- migrate:down
