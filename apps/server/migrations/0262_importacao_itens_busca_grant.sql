-- migrate:up
grant select (empresa_id, importacao_id, produto_id, resultado) on importacao_itens to busca;

-- migrate:down
