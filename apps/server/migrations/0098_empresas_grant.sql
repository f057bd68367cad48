-- migrate:up
grant update (
  nome, razao_social, cnpj, inscricao_estadual, cep, endereco, numero, complemento, bairro, cidade, estado, logo_url,
  logo_arquivo_id, versao
) on empresas to app;

-- migrate:down
