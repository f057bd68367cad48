-- migrate:up transaction:false
-- The list of produtos filters by the importacao that created them.
create index concurrently importacao_itens_criados_idx on importacao_itens (empresa_id, importacao_id, produto_id)
where resultado = 'criado' and produto_id is not null;

-- migrate:down
