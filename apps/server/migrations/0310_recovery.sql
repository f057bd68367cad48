-- migrate:up
-- What the operator's commands note about backups and restores (ADR 0095). The rows belong to no empresa, so they have
-- their own schema. Only role owner writes them.
create schema recovery;

grant usage on schema recovery to app, contas;

-- One row per kind of backup: the last one that succeeded.
create table recovery.backups (
  what text primary key constraint backups_what_check check (what in ('database', 'objects')),
  label text not null,
  finished_at timestamptz not null default now()
);

grant select on recovery.backups to app;

-- One row per restore of the database. While a row is not released, the product sends no mail and calls no marketplace,
-- because what the database knows of the world outside is older than that world.
create table recovery.restores (
  id uuid primary key default uuidv7(),
  -- The instant to which the operator restored. Null: the last change in the archive.
  restored_to timestamptz,
  created_at timestamptz not null default now(),
  released_at timestamptz
);

create unique index restores_held_key on recovery.restores ((released_at is null)) where released_at is null;

grant select on recovery.restores to app, contas;

create function recovery.is_held() returns boolean
language sql stable
set search_path = pg_catalog
begin atomic
  select exists (select from recovery.restores r where r.released_at is null);
end;

revoke execute on function recovery.is_held() from public;

grant execute on function recovery.is_held() to app, contas;

-- migrate:down
