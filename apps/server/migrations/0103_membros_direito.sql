-- migrate:up
create trigger membros_direito before update on membros
for each row execute function guard_membro();

-- migrate:down
