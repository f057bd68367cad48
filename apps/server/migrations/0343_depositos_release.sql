-- migrate:up
create trigger depositos_release before delete on depositos
for each row execute function release_deposito();

-- migrate:down
