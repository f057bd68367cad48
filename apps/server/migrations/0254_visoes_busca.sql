-- A view of a list of titulares keeps no text of a search: a name or a CPF in it would outlive the erasure of the titular.
-- migrate:up
alter table visoes add constraint visoes_busca_check
check (lista not in ('fornecedores', 'clientes', 'vendedores') or not endereco ? 'busca') not valid;

-- migrate:down
