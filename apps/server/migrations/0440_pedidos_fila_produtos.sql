-- The produtos of a parcel, so that a search for a produto reads only the rows of the fila (ADR 0116).

-- migrate:up
-- Null in a row that was last written before this column existed. The search then looks the reservas up.
alter table pedidos_fila add column produtos uuid[];

-- migrate:down
