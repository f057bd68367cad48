-- migrate:up
alter table importacoes validate constraint importacoes_deposito_fkey;

-- migrate:down
