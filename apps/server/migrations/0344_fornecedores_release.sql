-- migrate:up
create trigger fornecedores_release before delete on fornecedores
for each row execute function release_fornecedor();

-- migrate:down
