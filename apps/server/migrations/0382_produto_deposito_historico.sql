-- migrate:up
-- As before, and leaves out `reservado`, which file 0384 adds.
create or replace trigger produto_deposito_historico after insert or delete or update of minimo, versao on produto_deposito
for each row execute function record_historico('quantidade', 'reservado', 'ultima_movimentacao', 'situacao', 'movimentacao_ordem', 'quantidade_ordem');

-- migrate:down
