-- A person without the right `ver_custo` creates a produto without a cost.

-- migrate:up
alter table produtos alter column custo_unitario set default 0;

-- migrate:down
