-- An anuncio of a conta that is not connected gets no part of the stock (ADR 0132), so a connection changes the others.

-- migrate:up
create trigger mercado_livre_config_comparar after insert or delete or update of active on mercado_livre_config
for each row execute function note_regra_a_comparar();

-- migrate:down
