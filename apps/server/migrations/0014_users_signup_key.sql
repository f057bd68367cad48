-- migrate:up
-- The Idempotency-Key of the sign-up. A retry with the same key succeeds instead of reporting the e-mail as taken.
alter table auth.users add column signup_key uuid;

-- migrate:down
