-- As before, without updates. For updates it refused the deletion of every fornecedor and deposito to people who may not
-- import.

-- migrate:up
create or replace trigger importacoes_direito before insert on importacoes
for each statement execute function demand_right_of_change('integrar');

-- migrate:down
