-- migrate:up transaction:false
-- A user has at most one password and one account of each provider.
create unique index concurrently accounts_user_provider_key on auth.accounts (user_id, provider_id);

-- migrate:down
