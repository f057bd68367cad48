-- One statement, so that no row can refer to a missing record meanwhile.

-- migrate:up
alter table importacoes
drop constraint importacoes_deposito_fkey,
add constraint importacoes_deposito_fkey foreign key (empresa_id, deposito_id) references depositos (empresa_id, id) not valid;

-- migrate:down
