-- migrate:up transaction:false
-- The lotes whose parts the sweep below removes, the oldest first.
create index concurrently lotes_com_partes_idx on lotes (created_at) where partes > 0;

-- migrate:down
