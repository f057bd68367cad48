-- migrate:up transaction:false
-- One password and one account of each provider per user.
create unique index concurrently accounts_user_provider_key on auth.accounts (user_id, provider_id);

-- migrate:down
