-- migrate:up
-- The database keeps the hash of a session's token and never the token, so a reader of this table cannot sign in. Older
-- sessions match no hash, so every user has to sign in once more.
-- squawk-ignore renaming-column
alter table auth.sessions rename column token to token_hash;

-- migrate:down
