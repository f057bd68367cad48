-- What the seller pays for the transport of a parcel, as the marketplace estimates it, and when that was asked (ADR 0122).

-- migrate:up
alter table vendas_envios add column frete numeric(15, 2), add column frete_lido_em timestamptz;

-- migrate:down
