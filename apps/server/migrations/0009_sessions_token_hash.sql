-- migrate:up
-- The database keeps the hash of a session's token, never the token: who reads this table cannot sign in. Sessions
-- from before match no hash, so everybody signs in once more.
-- squawk-ignore renaming-column
alter table auth.sessions rename column token to token_hash;

-- migrate:down
