-- migrate:up
create trigger vendas_anuncios_comparar after insert or update or delete on vendas_anuncios
for each row execute function note_regra_a_comparar();

-- migrate:down
