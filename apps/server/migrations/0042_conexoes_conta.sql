-- migrate:up
-- The conta that a conexao led to, so that a retry of its last request, after a lost answer, gets the same answer.
alter table conexoes add column conta_id uuid;

-- migrate:down
