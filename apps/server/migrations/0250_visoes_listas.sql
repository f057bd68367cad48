-- Every register and the inventario have saved views too (ADR 0074).
-- migrate:up
alter table visoes drop constraint visoes_lista_check, add constraint visoes_lista_check check (lista in ('produtos', 'inventario', 'marcas', 'categorias', 'fornecedores', 'clientes', 'vendedores', 'depositos')) not valid;

-- migrate:down
