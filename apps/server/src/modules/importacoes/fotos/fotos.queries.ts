import type { TenantDb } from '#platform/db/tenant-db.ts';

export interface FotoPendente {
  produto_id: string;
  ordem: number;
  url: string;
  tentativas: number;
}

/** Selects pending photos. Photos that failed before come last. */
export const selectFotosPendentes = (tx: TenantDb, importacaoId: string, limit: number) =>
  tx.query<FotoPendente>(
    `select produto_id, ordem, url, tentativas from importacao_fotos
     where empresa_id = $1 and importacao_id = $2 and situacao = 'pendente'
     order by tentativas, produto_id, ordem limit $3`,
    [importacaoId, limit],
  );

/** Selects those of the photos that no other job has settled meanwhile. */
export const selectStillPendentes = (
  tx: TenantDb,
  importacaoId: string,
  fotos: readonly Pick<FotoPendente, 'produto_id' | 'ordem'>[],
) =>
  tx.query<Pick<FotoPendente, 'produto_id' | 'ordem'>>(
    `select f.produto_id, f.ordem
     from unnest($3::uuid[], $4::smallint[]) w (produto_id, ordem)
     join importacao_fotos f on f.empresa_id = $1 and f.importacao_id = $2 and f.produto_id = w.produto_id
       and f.ordem = w.ordem
     where f.situacao = 'pendente'`,
    [importacaoId, fotos.map(({ produto_id }) => produto_id), fotos.map(({ ordem }) => ordem)],
  );

/** A page of the refused photos. */
export const selectRecusadas = (
  tx: TenantDb,
  importacaoId: string,
  after: Pick<FotoPendente, 'produto_id' | 'ordem'> | null,
  limit: number,
) =>
  tx.query<Pick<FotoPendente, 'produto_id' | 'ordem'>>(
    `select produto_id, ordem from importacao_fotos
     where empresa_id = $1 and importacao_id = $2 and situacao = 'recusada'
       and ($3::uuid is null or (produto_id, ordem) > ($3::uuid, $4::smallint))
     order by produto_id, ordem limit $5`,
    [importacaoId, after?.produto_id ?? null, after?.ordem ?? null, limit],
  );

/** The current photos of these produtos. Locks the produtos in the order that all transactions use. */
export const lockFotos = (tx: TenantDb, ids: readonly string[]) =>
  tx.query<{ id: string; fotos: string[] }>(
    'select id, fotos from produtos where empresa_id = $1 and id = any($2::uuid[]) order by id for no key update',
    [ids],
  );

export const updateFotos = (tx: TenantDb, produtos: readonly { id: string; fotos: readonly string[] }[]) =>
  tx.query(
    `update produtos p set fotos = r.fotos, versao = p.versao + 1
     from jsonb_to_recordset($2::jsonb) r (id uuid, fotos text[]) where p.empresa_id = $1 and p.id = r.id`,
    [JSON.stringify(produtos)],
  );

export interface FotoVista {
  produto_id: string;
  ordem: number;
  situacao: 'pendente' | 'feita' | 'recusada';
  tentativas: number;
  motivo: string | null;
}

export const updateImportacaoFotos = (tx: TenantDb, importacaoId: string, fotos: readonly FotoVista[]) =>
  tx.query(
    `update importacao_fotos f set situacao = r.situacao, tentativas = r.tentativas, motivo = r.motivo
     from jsonb_to_recordset($3::jsonb)
       r (produto_id uuid, ordem smallint, situacao text, tentativas smallint, motivo text)
     where f.empresa_id = $1 and f.importacao_id = $2 and f.produto_id = r.produto_id and f.ordem = r.ordem
       and f.situacao = 'pendente'`,
    [importacaoId, JSON.stringify(fotos)],
  );
