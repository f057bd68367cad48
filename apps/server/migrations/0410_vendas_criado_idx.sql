-- migrate:up transaction:false
create index concurrently vendas_criado_idx on vendas (empresa_id, marketplace, seller_id, criado_em);

-- migrate:down
