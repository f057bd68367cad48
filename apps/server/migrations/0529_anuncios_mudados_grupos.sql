-- What an anuncio has to show depends on the other anuncios of its produto. An anuncio that leaves a produto changes
-- them, so the old produto is compared, too. The function is as before otherwise (0514).

-- migrate:up
create or replace function note_anuncios_mudados() returns trigger
language plpgsql security definer
set search_path = pg_catalog
as $$
begin
  insert into public.anuncios_a_comparar (empresa_id, produto_ids)
  select m.empresa_id, array_agg(distinct m.produto_id)
  from (
    select n.empresa_id, unnest(array[b.produto_id, n.produto_id]) as produto_id
    from changed n
    join before b on b.empresa_id = n.empresa_id and b.marketplace = n.marketplace and b.seller_id = n.seller_id
      and b.anuncio_id = n.anuncio_id and b.variacao_id = n.variacao_id
    where (n.produto_id, n.quantidade, n.estado, n.pausado_por, n.is_full, n.sumiu_em, n.cota, n.produto_fisico, n.gemeos)
      is distinct from (b.produto_id, b.quantidade, b.estado, b.pausado_por, b.is_full, b.sumiu_em, b.cota, b.produto_fisico,
        b.gemeos)) m
  where m.produto_id is not null
  group by m.empresa_id;
  return null;
end
$$;

-- migrate:down
