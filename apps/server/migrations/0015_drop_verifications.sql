-- migrate:up
-- Links in emails live in auth.emails, where each can be used once.
-- squawk-ignore ban-drop-table
drop table auth.verifications;

-- migrate:down
