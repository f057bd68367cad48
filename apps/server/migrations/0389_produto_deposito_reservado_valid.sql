-- migrate:up
alter table produto_deposito validate constraint produto_deposito_reservado_check;

-- migrate:down
