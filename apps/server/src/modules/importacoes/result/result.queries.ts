import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface ResultLine {
  anuncio_id: string;
  variacao_id: string;
  variacao: string | null;
  titulo: string | null;
  sku: string | null;
  resultado: string;
  motivo: string | null;
  /** The produto's SKU and name. */
  produto: string | null;
  fotos_recusadas: number;
  motivo_da_foto: string | null;
}

interface Key {
  anuncio_id: string;
  variacao_id: string;
}

/** A page of results after a key, in the order of the ids. */
export const selectResult = (
  tx: TenantDb,
  { importacaoId, after, limit }: { importacaoId: string; after: Key; limit: number },
) =>
  tx.query<ResultLine>(
    `select i.anuncio_id, i.variacao_id, a.variacao, a.titulo, a.sku, i.resultado, i.motivo,
       p.sku || ' — ' || p.nome as produto, f.recusadas as fotos_recusadas, f.motivo as motivo_da_foto
     from (
       select * from importacao_itens where empresa_id = $1 and importacao_id = $2
         and (anuncio_id, variacao_id) > ($3, $4)
       order by anuncio_id, variacao_id limit $5
     ) i
     join importacoes n on n.empresa_id = $1 and n.id = i.importacao_id
     left join anuncios a on a.empresa_id = $1 and a.marketplace = n.marketplace and a.seller_id = n.seller_id
       and a.anuncio_id = i.anuncio_id
       and a.variacao_id = i.variacao_id
     left join produtos p on p.empresa_id = $1 and p.id = i.produto_id
     cross join lateral (
       select count(*)::int as recusadas, min(f.motivo) as motivo from importacao_fotos f
       where f.empresa_id = $1 and f.importacao_id = i.importacao_id and f.produto_id = i.produto_id
         and f.situacao = 'recusada'
     ) f
     order by i.anuncio_id, i.variacao_id`,
    [importacaoId, after.anuncio_id, after.variacao_id, limit],
  );
