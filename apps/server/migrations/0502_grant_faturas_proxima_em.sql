-- The function that lists the contas whose bills are due reads this column.

-- migrate:up
grant select (proxima_em) on faturas to contas;

-- migrate:down
