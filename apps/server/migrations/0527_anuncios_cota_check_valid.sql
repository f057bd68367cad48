-- migrate:up
alter table anuncios validate constraint anuncios_cota_check;

-- migrate:down
