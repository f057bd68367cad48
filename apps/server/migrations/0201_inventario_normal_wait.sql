-- migrate:up
-- Waits for the transactions that wrote saldos with the function of before 0200. A transaction that starts later uses
-- the new function, so 0202 sees each normal saldo either as a row or as a difference that comes after it.
lock table produto_deposito in share row exclusive mode;

-- migrate:down
