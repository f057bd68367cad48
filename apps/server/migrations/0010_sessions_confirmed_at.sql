-- migrate:up
-- When the person last proved their identity. Sensitive changes require a proof of the last ten minutes. `google_at` is
-- half of that proof for a person without a password who has a second factor.
alter table auth.sessions
  add column confirmed_at timestamptz not null default now(),
  add column google_at timestamptz;

-- migrate:down
