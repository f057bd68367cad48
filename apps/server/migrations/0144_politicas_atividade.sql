-- migrate:up
create trigger politicas_atividade after insert on politicas
for each row execute function record_politica();

-- migrate:down
