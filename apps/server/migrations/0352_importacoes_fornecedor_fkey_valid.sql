-- migrate:up
alter table importacoes validate constraint importacoes_fornecedor_fkey;

-- migrate:down
