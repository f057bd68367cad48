-- migrate:up
create trigger importacoes_mudanca after insert or update on importacoes
for each row execute function note_row();

-- migrate:down
