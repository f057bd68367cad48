-- Finds the parcels whose freight was never asked.

-- migrate:up transaction:false
create index concurrently vendas_envios_sem_frete_idx on vendas_envios (empresa_id, marketplace, seller_id, id) where frete_lido_em is null;

-- migrate:down
