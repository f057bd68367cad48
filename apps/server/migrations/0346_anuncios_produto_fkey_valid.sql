-- migrate:up
alter table anuncios validate constraint anuncios_produto_fkey;

-- migrate:down
