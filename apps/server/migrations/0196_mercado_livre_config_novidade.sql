-- migrate:up
-- The history leaves `situacao` out.
create trigger mercado_livre_config_novidade after update of situacao on mercado_livre_config
for each row when (new.situacao <> old.situacao) execute function note_row();

-- migrate:down
