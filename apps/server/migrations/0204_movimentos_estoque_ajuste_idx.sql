-- migrate:up transaction:false
-- Tells whether an empresa has counted its stock. An ajuste is rare, so few movimentos write an entry.
create index concurrently movimentos_estoque_ajuste_idx on movimentos_estoque (empresa_id) where tipo = 'ajuste';

-- migrate:down
