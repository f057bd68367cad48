-- migrate:up
create trigger events_entrada after insert on auth.events
for each row when (new.kind = 'entrada' and new.user_id is not null) execute function auth.record_entrada();

-- migrate:down
