-- migrate:up
alter table anuncios validate constraint anuncios_pausado_por_check;

-- migrate:down
