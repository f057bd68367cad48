-- migrate:up transaction:false
-- A poll reads every page of changes and no longer counts the pedidos that changed since an instant.
drop index concurrently pedidos_atualizado_em_idx;

-- migrate:down
