-- migrate:up
alter table anuncios validate constraint anuncios_diferenca_check;

-- migrate:down
