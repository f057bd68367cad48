-- The anuncios without a produto, in the order of the list.

-- migrate:up transaction:false
create index concurrently anuncios_sem_produto_idx on anuncios (empresa_id, marketplace, seller_id, anuncio_id, variacao_id) where produto_id is null;

-- migrate:down
