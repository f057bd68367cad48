-- What the screen Anúncios needs of an anuncio besides what the import reads (ADR 0130).

-- migrate:up
-- `pausado_por` says who paused it. `sumiu_em` is when a whole reading no longer found it. `diferenca` is why it differs
-- from the stock, since `diferenca_desde`: null if it does not differ.
alter table anuncios
add column pausado_por text,
add column sumiu_em timestamptz,
add column diferenca text,
add column diferenca_desde timestamptz;

-- migrate:down
