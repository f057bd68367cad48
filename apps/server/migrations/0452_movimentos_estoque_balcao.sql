-- migrate:up
-- As the older check, with the lines of sales at the counter.
alter table movimentos_estoque add constraint movimentos_estoque_origens_check
check (origem in ('manual', 'produto', 'desfazer', 'exclusao', 'remessa', 'venda', 'balcao')) not valid;

-- migrate:down
