-- When the bills of a conta are read next, and how many readings in a row did not finish. The pauses after such readings
-- grow, because the marketplace limits how often bills are read (ADR 0123). Both belong to the row of the present month.

-- migrate:up
alter table faturas
add column tentativas integer not null default 0,
add column proxima_em timestamptz;

-- migrate:down
