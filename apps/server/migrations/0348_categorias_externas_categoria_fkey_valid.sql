-- migrate:up
alter table categorias_externas validate constraint categorias_externas_categoria_fkey;

-- migrate:down
