-- migrate:up transaction:false
-- Finds the objects of an empresa that are still to be moved; usually there are none.
create index concurrently arquivos_mover_em_idx on arquivos (empresa_id, mover_em) where mover_em is not null;

-- migrate:down
