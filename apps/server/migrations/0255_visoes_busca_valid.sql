-- migrate:up
alter table visoes validate constraint visoes_busca_check;

-- migrate:down
