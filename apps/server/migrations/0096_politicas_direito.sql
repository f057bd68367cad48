-- migrate:up
create trigger politicas_direito before insert on politicas
for each statement execute function demand_right_of_change('alterar_empresa');

-- migrate:down
