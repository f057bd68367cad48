-- migrate:up
-- movimentos_estoque_origens_check replaces it.
alter table movimentos_estoque drop constraint movimentos_estoque_origem_check;

-- migrate:down
