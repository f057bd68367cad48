-- migrate:up
-- The counts of a finished importacao. While it is unfinished, its items are counted on each request.
alter table importacoes add column contagem jsonb;

-- migrate:down
