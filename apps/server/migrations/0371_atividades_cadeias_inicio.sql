-- migrate:up
-- The last line that the end of its term has removed from the begin of the chain, and its hash. 0 before the first.
alter table atividades_cadeias add column inicio bigint not null default 0, add column inicio_hash bytea;

-- migrate:down
