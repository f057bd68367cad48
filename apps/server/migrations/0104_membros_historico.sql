-- migrate:up
create trigger membros_historico after insert or update on membros
for each row execute function record_membro();

-- migrate:down
