-- migrate:up
create trigger empresas_historico after update on empresas
for each row execute function record_empresa();

-- migrate:down
