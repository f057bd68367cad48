-- migrate:up
-- As the older check, with the lines of sales.
alter table movimentos_estoque add constraint movimentos_estoque_origem_check
check (origem in ('manual', 'produto', 'desfazer', 'exclusao', 'remessa', 'venda')) not valid;

-- migrate:down
