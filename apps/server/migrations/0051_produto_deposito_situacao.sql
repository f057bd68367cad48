-- migrate:up transaction:false
-- Replaces `produto_deposito_situacao_quantidade_idx`, which leaves out normal rows: the first page of normal rows by
-- quantity had to read all other rows before (ADR 0042).
create index concurrently produto_deposito_situacao_ordem_idx on produto_deposito (empresa_id, situacao, quantidade_ordem, id);

-- migrate:down
