-- A parcel whose freight could not be read is asked again later, each time after twice as long (ADR 0122).

-- migrate:up
alter table vendas_envios add column frete_tentativas smallint not null default 0, add column frete_proxima_em timestamptz;

-- migrate:down
