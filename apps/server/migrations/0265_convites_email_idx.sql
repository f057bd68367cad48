-- migrate:up transaction:false
-- The convites for one address, whichever empresa they are of. An accepted one is also looked up, by its person.
create index concurrently convites_email_idx on convites (email);

-- migrate:down
