-- One statement, so that no row can refer to a missing record meanwhile.

-- migrate:up
alter table importacoes
drop constraint importacoes_fornecedor_fkey,
add constraint importacoes_fornecedor_fkey foreign key (empresa_id, fornecedor_id) references fornecedores (empresa_id, id) not valid;

-- migrate:down
