-- migrate:up
-- Deferred to the end of the transaction, when the papel shows whether the person accepted.
create constraint trigger transferencias_atividade after insert or delete on transferencias
deferrable initially deferred for each row execute function record_transferencia();

-- migrate:down
