-- The list of the sales at the counter begins at a day.
-- migrate:up transaction:false
create index concurrently vendas_balcao_created_idx on vendas_balcao (empresa_id, created_at, numero);

-- migrate:down
