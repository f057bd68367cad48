-- One statement, so that no row can refer to a missing record meanwhile.

-- migrate:up
alter table categorias_externas
drop constraint categorias_externas_categoria_fkey,
add constraint categorias_externas_categoria_fkey foreign key (empresa_id, categoria_id) references categorias (empresa_id, id) not valid;

-- migrate:down
