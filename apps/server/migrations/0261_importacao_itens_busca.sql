-- migrate:up
-- The filter of produtos by importacao runs as `busca`.
create policy "the search functions read importacao_itens" on importacao_itens for select to busca using (true);

-- migrate:down
