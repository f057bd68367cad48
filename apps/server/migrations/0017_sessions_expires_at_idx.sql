-- migrate:up transaction:false
-- For the sweep of sessions that are over.
create index concurrently sessions_expires_at_idx on auth.sessions (expires_at);

-- migrate:down
