-- migrate:up
-- Columns nothing ever wrote: a provider's tokens are read for who signed in and thrown away.
-- squawk-ignore-file ban-drop-column
alter table auth.accounts
  drop column access_token,
  drop column refresh_token,
  drop column id_token,
  drop column access_token_expires_at,
  drop column refresh_token_expires_at,
  drop column scope;

-- migrate:down
