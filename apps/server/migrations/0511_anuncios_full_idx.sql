-- The anuncios of the aba Full, in the order of the list.

-- migrate:up transaction:false
create index concurrently anuncios_full_idx on anuncios (empresa_id, produto_id, marketplace, seller_id, anuncio_id, variacao_id) where is_full;

-- migrate:down
