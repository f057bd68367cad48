-- migrate:up transaction:false
-- Serves the job that deletes expired sessions.
create index concurrently sessions_expires_at_idx on auth.sessions (expires_at);

-- migrate:down
