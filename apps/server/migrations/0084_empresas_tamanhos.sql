-- migrate:up
alter table empresas add constraint empresas_tamanhos_check check (
  char_length(razao_social) <= 200
  and char_length(cnpj) <= 14
  and char_length(inscricao_estadual) <= 20
  and char_length(cep) <= 8
  and char_length(endereco) <= 255
  and char_length(numero) <= 20
  and char_length(complemento) <= 200
  and char_length(bairro) <= 100
  and char_length(cidade) <= 100
  and char_length(estado) <= 2
  and char_length(logo_url) <= 2000
) not valid;

-- migrate:down
