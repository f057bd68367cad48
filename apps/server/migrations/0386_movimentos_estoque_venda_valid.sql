-- migrate:up
alter table movimentos_estoque validate constraint movimentos_estoque_origem_check;

-- migrate:down
