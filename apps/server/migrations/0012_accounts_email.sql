-- migrate:up
-- The address of the provider's account, for the person to recognise it; who they are is `account_id` alone.
alter table auth.accounts add column email text;

-- migrate:down
