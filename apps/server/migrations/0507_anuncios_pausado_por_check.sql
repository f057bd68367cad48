-- migrate:up
alter table anuncios
add constraint anuncios_pausado_por_check check (pausado_por in ('vendedor', 'marketplace')) not valid;

-- migrate:down
