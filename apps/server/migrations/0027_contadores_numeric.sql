-- migrate:up
-- Counters also hold sums of money and stock, which are exact decimals.
-- squawk-ignore changing-column-type
alter table contadores alter column delta type numeric;

-- migrate:down
