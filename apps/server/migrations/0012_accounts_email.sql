-- migrate:up
-- The e-mail address of the provider's account, for display only. `account_id` alone identifies the account.
alter table auth.accounts add column email text;

-- migrate:down
