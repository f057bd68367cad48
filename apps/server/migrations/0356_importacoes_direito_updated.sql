-- For each row, because the decision depends on what changes.

-- migrate:up
create trigger importacoes_direito_updated before update on importacoes
for each row execute function demand_right_of_importacao('integrar');

-- migrate:down
