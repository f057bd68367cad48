-- migrate:up
alter table produto_deposito add constraint produto_deposito_reservado_check check (reservado >= 0) not valid;

-- migrate:down
