-- migrate:up
-- The filter of produtos by anuncio runs as `busca`.
create policy "the search functions read anuncios" on anuncios for select to busca using (true);

-- migrate:down
