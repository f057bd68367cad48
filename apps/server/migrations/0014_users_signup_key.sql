-- migrate:up
-- The Idempotency-Key of the sign-up: who sends the same one again is told that it worked, not that the email is taken.
alter table auth.users add column signup_key uuid;

-- migrate:down
