-- One statement, so that no row can refer to a missing record meanwhile.

-- migrate:up
alter table anuncios
drop constraint anuncios_produto_fkey,
add constraint anuncios_produto_fkey foreign key (empresa_id, produto_id) references produtos (empresa_id, id) not valid;

-- migrate:down
