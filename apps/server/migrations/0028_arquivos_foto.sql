-- migrate:up
-- Allows photos of produtos besides logos of marcas.
alter table arquivos drop constraint arquivos_tipo_check, add constraint arquivos_tipo_check check (tipo in ('logo', 'foto')) not valid;

-- migrate:down
