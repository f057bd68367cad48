-- migrate:up
create trigger categorias_release before delete on categorias
for each row execute function release_categoria();

-- migrate:down
