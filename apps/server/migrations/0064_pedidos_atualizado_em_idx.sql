-- migrate:up transaction:false
-- A poll compares the number of pedidos that changed since an instant at the marketplace with the number here.
create index concurrently pedidos_atualizado_em_idx on pedidos (empresa_id, marketplace, seller_id, atualizado_em);

-- migrate:down
