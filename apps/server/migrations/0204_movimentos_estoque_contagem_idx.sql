-- migrate:up transaction:false
-- Tells whether a person has counted stock. Such an ajuste is rare, so few movimentos write an entry.
create index concurrently movimentos_estoque_contagem_idx on movimentos_estoque (empresa_id) where tipo = 'ajuste' and origem = 'manual';

-- migrate:down
