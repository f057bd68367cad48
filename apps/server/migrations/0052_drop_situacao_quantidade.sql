-- migrate:up transaction:false
-- The index of 0051 contains every row of this one.
drop index concurrently produto_deposito_situacao_quantidade_idx;

-- migrate:down
