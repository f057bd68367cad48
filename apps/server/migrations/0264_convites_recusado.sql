-- migrate:up
-- When the invited person declined. A declined convite also has `revogado_em`, so that it waits for nobody.
alter table convites add column recusado_em timestamptz;

-- migrate:down
