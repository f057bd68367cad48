-- migrate:up transaction:false
-- The convites that wait for a person, whichever empresa they are of.
create index concurrently convites_email_idx on convites (email) where aceito_em is null and revogado_em is null;

-- migrate:down
