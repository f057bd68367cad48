-- The anuncios that offer more than there is, for Início.

-- migrate:up transaction:false
create index concurrently anuncios_a_mais_idx on anuncios (empresa_id, diferenca_desde) where diferenca = 'oferece_a_mais';

-- migrate:down
