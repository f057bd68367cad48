-- migrate:up
-- One row per key of SECRET_KEYS: a known text sealed with that key. Each process compares its keys with these rows
-- when it starts, and does not start with foreign keys. The keys belong to no empresa, so the table has its own schema.
-- Rows are never changed or deleted.
create schema secrets;

grant usage on schema secrets to app;

create table secrets.key_checks (
  name text primary key,
  sealed text not null,
  created_at timestamptz not null default now()
);

comment on column secrets.key_checks.sealed is 'class: secret';

grant select, insert on secrets.key_checks to app;

-- migrate:down
