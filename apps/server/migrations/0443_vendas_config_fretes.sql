-- From when on the freights of a conta are asked again. A job writes it, and the conta with the earliest instant is the
-- next one, so that a conta with many parcels does not keep the others waiting (ADR 0122).

-- migrate:up
alter table vendas_config add column fretes_proxima_em timestamptz;

-- migrate:down
