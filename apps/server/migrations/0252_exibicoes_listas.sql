-- Every register and the inventario are shown as each person wants them (ADR 0074).
-- migrate:up
alter table exibicoes drop constraint exibicoes_lista_check, add constraint exibicoes_lista_check check (lista in ('produtos', 'inventario', 'marcas', 'categorias', 'fornecedores', 'clientes', 'vendedores', 'depositos')) not valid;

-- migrate:down
