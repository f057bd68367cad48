-- migrate:up
-- The hash of the device cookie of the browser that signed up. In that browser a confirmation link works without a
-- password: the cookie proves the sign-up, and the link proves access to the mailbox (ADR 0048).
alter table auth.users add column signup_device_hash text;

-- migrate:down
