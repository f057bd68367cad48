-- What would be sent to the anuncios of a conta, the riskiest first: what reaches zero, then decreases, then increases.

-- migrate:up transaction:false
create index concurrently anuncios_mudancas_idx on anuncios (empresa_id, marketplace, seller_id, (case when meta = 0 then 0 when mudanca < 0 then 1 else 2 end), (- abs(mudanca)), anuncio_id, variacao_id)
where mudanca is not null and produto_id is not null and sumiu_em is null;

-- migrate:down
