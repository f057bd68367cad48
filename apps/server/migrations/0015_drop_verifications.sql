-- migrate:up
-- auth.emails holds the links in e-mails, each of which can be used once.
-- squawk-ignore ban-drop-table
drop table auth.verifications;

-- migrate:down
