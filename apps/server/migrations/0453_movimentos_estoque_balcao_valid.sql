-- migrate:up
alter table movimentos_estoque validate constraint movimentos_estoque_origens_check;

-- migrate:down
