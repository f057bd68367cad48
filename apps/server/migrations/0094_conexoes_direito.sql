-- migrate:up
create trigger conexoes_direito before insert on conexoes
for each statement execute function demand_right_of_change('integrar');

-- migrate:down
