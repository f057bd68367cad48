-- One statement, so that no row can refer to a missing record meanwhile.

-- migrate:up
alter table importacao_itens
drop constraint importacao_itens_produto_fkey,
add constraint importacao_itens_produto_fkey foreign key (empresa_id, produto_id) references produtos (empresa_id, id) not valid;

-- migrate:down
