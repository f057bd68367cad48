-- Every insert states the papel from here on, so that a forgotten one does not make a dono.

-- migrate:up
alter table membros alter column papel drop default;

-- migrate:down
