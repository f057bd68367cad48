-- migrate:up
create trigger depositos_comparar after delete or update of ativo on depositos
for each row execute function note_regra_a_comparar();

-- migrate:down
