import type { TenantDb } from '#platform/tenant-db.ts';

export interface FotoPendente {
  produto_id: string;
  ordem: number;
  url: string;
  tentativas: number;
}

/** Those that did not come before are asked for last. */
export const selectFotosPendentes = (tx: TenantDb, importacaoId: string, limit: number) =>
  tx.query<FotoPendente>(
    `select produto_id, ordem, url, tentativas from importacao_fotos
     where empresa_id = $1 and importacao_id = $2 and situacao = 'pendente'
     order by tentativas, produto_id, ordem limit $3`,
    [importacaoId, limit],
  );

/** Those of them nobody has come to meanwhile. */
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

/** The photos of these produtos as they are now; locked in the order everybody locks them. */
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
