-- migrate:up
-- Sums of money and stock are counters too, and exact decimals.
-- squawk-ignore changing-column-type
alter table contadores alter column delta type numeric;

-- migrate:down
