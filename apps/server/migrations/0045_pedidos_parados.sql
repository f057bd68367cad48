-- migrate:up
-- Pedidos whose answers cannot be parsed: id → creation time. They are in no sum.
alter table pedidos_sincronia add column ilegiveis jsonb not null default '{}';

-- migrate:down
