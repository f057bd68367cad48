-- migrate:up
alter table empresas validate constraint empresas_tamanhos_check;

-- migrate:down
