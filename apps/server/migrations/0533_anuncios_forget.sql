-- migrate:up
create trigger anuncios_forget before update of produto_id on anuncios
for each row when (new.produto_id is distinct from old.produto_id) execute function forget_comparacao();

-- migrate:down
