-- migrate:up
alter table importacao_itens validate constraint importacao_itens_produto_fkey;

-- migrate:down
