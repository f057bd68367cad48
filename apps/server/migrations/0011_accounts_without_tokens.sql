-- migrate:up
-- Drops columns that no code ever wrote: sign-in reads the claims of a provider's tokens and discards the tokens.
-- squawk-ignore-file ban-drop-column
alter table auth.accounts
  drop column access_token,
  drop column refresh_token,
  drop column id_token,
  drop column access_token_expires_at,
  drop column refresh_token_expires_at,
  drop column scope;

-- migrate:down
