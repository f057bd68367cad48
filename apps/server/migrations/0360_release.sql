-- migrate:up
-- How far the release step has come with a backfill (ADR 0099). The rows belong to no empresa, so they have their own
-- schema. Only role owner reaches it.
create schema release;

create table release.backfills (
  -- The number of the migration.
  version text primary key,
  -- A pass goes through the table in the order of its key. A further pass takes the rows that an earlier one found locked.
  pass integer not null default 1,
  -- The key of the last row that this pass has seen. Null: none yet.
  cursor text[],
  -- The rows that this pass has seen, and those that all passes have changed.
  seen bigint not null default 0,
  changed bigint not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

-- migrate:down
