-- migrate:up
-- The conta a conexao ended in: whoever sends its last request again, because the answer was lost, is told the same.
alter table conexoes add column conta_id uuid;

-- migrate:down
