-- migrate:up
alter table visoes validate constraint visoes_lista_check;

-- migrate:down
