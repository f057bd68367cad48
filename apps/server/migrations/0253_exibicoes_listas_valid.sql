-- migrate:up
alter table exibicoes validate constraint exibicoes_lista_check;

-- migrate:down
