-- migrate:up
alter table anuncios
add constraint anuncios_cota_check check (cota between 0 and 99999) not valid;

-- migrate:down
