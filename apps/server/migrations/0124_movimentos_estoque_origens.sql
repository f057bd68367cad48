-- migrate:up
-- As the older check, with the lines of a remessa.
alter table movimentos_estoque add constraint movimentos_estoque_origens_check
check (origem in ('manual', 'produto', 'desfazer', 'exclusao', 'remessa')) not valid;

-- migrate:down
