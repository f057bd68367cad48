-- migrate:up
-- Lines of atividades are no changes of records. The condition spares a transaction of many records most of the calls.
create trigger historico_novidade after insert on historico
for each row when (new.tabela <> 'atividades'
  and position(concat(new.tabela, new.empresa_id) in coalesce(current_setting('app.novidades', true), '')) = 0)
execute function note_novidade();

-- migrate:down
