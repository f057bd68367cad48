-- The data of the company that an empresa stands for. `nome` is its nome fantasia, which the person alone saw so far.

-- migrate:up
alter table empresas
  add column razao_social text,
  add column cnpj text,
  add column inscricao_estadual text,
  add column cep text,
  add column endereco text,
  add column numero text,
  add column complemento text,
  add column bairro text,
  add column cidade text,
  add column estado text,
  add column logo_url text,
  -- The uploaded image that `logo_url` points to.
  add column logo_arquivo_id uuid,
  add column versao integer not null default 1;

-- migrate:down
