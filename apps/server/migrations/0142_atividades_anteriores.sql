-- migrate:up
-- The lines of before the chain become its first lines, sealed by the worker like new ones.
insert into atividades_pendentes (empresa_id, lote, id)
select distinct on (h.empresa_id, h.lote) h.empresa_id, h.lote, h.id from historico h order by h.empresa_id, h.lote, h.id
on conflict do nothing;

-- migrate:down
