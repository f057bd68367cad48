-- migrate:up
create trigger arquivos_direito before insert on arquivos
for each statement execute function demand_right_of_change('alterar_produtos');

-- migrate:down
