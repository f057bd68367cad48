-- migrate:up
-- The condition spares all but the first change of a transaction the call of the function.
create trigger historico_pendente after insert on historico
for each row when (current_setting('app.pendente', true) is distinct from new.lote::text) execute function note_pendente();

-- migrate:down
