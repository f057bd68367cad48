-- migrate:up transaction:false
create index concurrently empresas_logo_arquivo_idx on empresas (id, logo_arquivo_id) where logo_arquivo_id is not null;

-- migrate:down
