-- migrate:up
-- What one came to, once it is over: until then it is counted.
alter table importacoes add column contagem jsonb;

-- migrate:down
