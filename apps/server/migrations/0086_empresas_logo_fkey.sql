-- migrate:up
alter table empresas add constraint empresas_logo_arquivo_fkey
foreign key (id, logo_arquivo_id) references arquivos (empresa_id, id) not valid;

-- migrate:down
