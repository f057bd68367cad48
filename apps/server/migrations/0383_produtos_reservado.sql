-- migrate:up
-- The sum of `reservas.reservado`, written together with it. No index contains it, so that the update stays cheap.
alter table produtos add column reservado numeric(16, 2) not null default 0;

-- migrate:down
