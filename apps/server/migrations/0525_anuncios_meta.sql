-- What an anuncio has to show in the mode of its produto (ADR 0132).

-- migrate:up
-- `cota` is what a person wants it to show in the mode `cotas`. `meta` is what it has to show: null if nothing of the
-- shop stands against it. `mudanca` is `meta` less what it shows: null if nothing would be sent to it.
alter table anuncios
add column cota integer,
add column meta integer,
add column mudanca integer;

-- migrate:down
