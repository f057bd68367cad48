-- migrate:up
-- As before, and leaves out `reservado`, which file 0383 adds: sales change it, and no person edits it.
create or replace trigger produtos_historico
after insert or delete or update of nome, sku, categoria_id, marca_id, fornecedor_id, cod_referencia, custo_unitario, preco_venda, fotos, versao
on produtos for each row execute function record_historico('estoque_inicial', 'reservado', 'nome_ordem', 'sku_ordem', 'preco_ordem', 'codigos', 'chaves');

-- migrate:down
