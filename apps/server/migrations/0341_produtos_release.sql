-- migrate:up
create trigger produtos_release before delete on produtos
for each row execute function release_produto();

-- migrate:down
