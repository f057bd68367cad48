-- migrate:up
-- When the person last proved who they are; sensitive acts ask for ten minutes at most. `google_at` is half of that
-- proof for who has no password but a second factor.
alter table auth.sessions
  add column confirmed_at timestamptz not null default now(),
  add column google_at timestamptz;

-- migrate:down
