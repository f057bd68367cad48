-- migrate:up
grant select (empresa_id, produto_id) on anuncios to busca;

-- migrate:down
