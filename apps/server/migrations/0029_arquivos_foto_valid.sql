-- migrate:up
alter table arquivos validate constraint arquivos_tipo_check;

-- migrate:down
