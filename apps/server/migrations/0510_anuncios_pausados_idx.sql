-- The anuncios of the aba Pausados, in the order of the list.

-- migrate:up transaction:false
create index concurrently anuncios_pausados_idx on anuncios (empresa_id, produto_id, marketplace, seller_id, anuncio_id, variacao_id) where estado <> 'ativo' and estado <> 'encerrado';

-- migrate:down
