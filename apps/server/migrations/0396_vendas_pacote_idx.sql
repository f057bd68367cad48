-- migrate:up transaction:false
create index concurrently vendas_pacote_idx on vendas (empresa_id, pacote_id) where pacote_id is not null;

-- migrate:down
