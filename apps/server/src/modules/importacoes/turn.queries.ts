import type { Database } from '#platform/db.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import type { Turn } from './turn.ts';

/** Who began it, what is to be done, and for how long nothing was written. */
export interface Standing {
  user_id: string;
  situacao: string;
  segundos_parada: number;
}

export async function selectStanding(
  tx: TenantDb,
  { importacaoId, vez }: Pick<Turn, 'importacaoId' | 'vez'>,
): Promise<Standing | undefined> {
  const [row] = await tx.query<Standing>(
    `select user_id, situacao, extract(epoch from now() - progresso_em)::float8 as segundos_parada
     from importacoes where empresa_id = $1 and id = $2 and vez = $3`,
    [importacaoId, vez],
  );
  return row;
}

/** Hands the turn on; undefined where it was somebody else's. */
export async function passTurn(
  tx: TenantDb,
  { importacaoId, vez }: Turn,
  { situacao, aviso }: { situacao?: 'interrompida' | 'concluida'; aviso?: string } = {},
): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    `update importacoes set vez = vez + 1, passo_em = now(), situacao = coalesce($4, situacao), aviso = $5,
       concluida_em = case when $4 = 'concluida' then now() end
     where empresa_id = $1 and id = $2 and vez = $3 returning vez`,
    [importacaoId, vez, situacao ?? null, aviso ?? null],
  );
  return row?.vez;
}

/** Takes the turn of one whose job was lost. */
export async function takeLostTurn(tx: TenantDb, importacaoId: string): Promise<number | undefined> {
  const [row] = await tx.query<{ vez: number }>(
    `update importacoes set vez = vez + 1, passo_em = now()
     where empresa_id = $1 and id = $2 and situacao in ('lendo', 'importando')
       and passo_em < now() - interval '5 minutes' returning vez`,
    [importacaoId],
  );
  return row?.vez;
}

export const selectLost = (db: Database, limit: number) =>
  db.global<{ empresa_id: string; importacao_id: string }>(
    'select empresa_id, importacao_id from importacoes_paradas($1)',
    [limit],
  );

/** Some of what a cancelled one has not come to; false when nothing is left. */
export async function settleCancelled(tx: TenantDb, importacaoId: string, limit: number): Promise<boolean> {
  const items = await tx.query(
    `update importacao_itens i set resultado = 'ignorado', motivo = 'A importação foi cancelada antes deste anúncio.'
     where i.empresa_id = $1 and i.importacao_id = $2 and (i.anuncio_id, i.variacao_id) in (
       select p.anuncio_id, p.variacao_id from importacao_itens p
       where p.empresa_id = $1 and p.importacao_id = $2 and p.resultado in ('a_ler', 'pendente') limit $3)
     returning i.anuncio_id`,
    [importacaoId, limit],
  );
  const fotos = await tx.query(
    `update importacao_fotos f set situacao = 'recusada', motivo = 'A importação foi cancelada antes desta foto.'
     where f.empresa_id = $1 and f.importacao_id = $2 and (f.produto_id, f.ordem) in (
       select p.produto_id, p.ordem from importacao_fotos p
       where p.empresa_id = $1 and p.importacao_id = $2 and p.situacao = 'pendente' limit $3)
     returning f.ordem`,
    [importacaoId, limit],
  );
  return items.length > 0 || fotos.length > 0;
}
