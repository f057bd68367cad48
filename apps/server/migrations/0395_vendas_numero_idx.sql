-- migrate:up transaction:false
-- Finds a sale by the number on its label, whatever account made it.
create index concurrently vendas_numero_idx on vendas (empresa_id, pedido_id);

-- migrate:down
