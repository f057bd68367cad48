-- migrate:up
create trigger importacoes_direito before insert or update on importacoes
for each statement execute function demand_right_of_change('integrar');

-- migrate:down
