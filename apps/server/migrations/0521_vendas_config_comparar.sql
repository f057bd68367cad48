-- migrate:up
create trigger vendas_config_comparar after insert or update on vendas_config
for each row execute function note_regra_a_comparar();

-- migrate:down
