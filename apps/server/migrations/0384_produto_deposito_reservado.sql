-- migrate:up
-- The sum of `reservas.reservado` in this deposito, written together with it. It may exceed `quantidade`: the rest is the
-- falta of this deposito. No index contains it (ADR 0108).
alter table produto_deposito add column reservado numeric(12, 2) not null default 0;

grant update (reservado) on produto_deposito to app;

-- migrate:down
