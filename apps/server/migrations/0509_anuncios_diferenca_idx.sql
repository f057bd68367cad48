-- The produtos of the aba Com diferença, in the order of the list.

-- migrate:up transaction:false
create index concurrently anuncios_diferenca_idx on anuncios (empresa_id, produto_id) where diferenca is not null;

-- migrate:down
