-- migrate:up
alter table empresas validate constraint empresas_logo_arquivo_fkey;

-- migrate:down
