-- migrate:up
-- Where a marca comes from: the counter asks for it when two marcas share a name.
alter table marcas add column pais text;

-- migrate:down
