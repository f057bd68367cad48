import type { EstadoDeAnuncio } from '@prumo/contract/importacoes-anuncios.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import type { Lease } from './lease.ts';

export type Passo = 'buscar' | 'ler' | 'comparar' | 'importar' | 'fotos';

/** An importacao as its steps see it. */
export interface HeldImportacao extends SellerRef {
  id: string;
  conta_id: string;
  passo: Passo;
  estados: EstadoDeAnuncio[];
  deposito_id: string | null;
  fornecedor_id: string | null;
  estoque_full: boolean;
}

const HELD = `id, conta_id, marketplace, seller_id as "sellerId", passo, estados, deposito_id, fornecedor_id, estoque_full`;

/**
 * Holds the lease until the transaction ends. It is the first statement of every transaction of a step.
 * Returns undefined when another job holds the lease, and the step then writes nothing. It also clears the
 * message and records the progress. The queue may deliver a job twice, so a job that finds another `passo`
 * than its own has lost the lease too.
 */
export async function holdLease(tx: TenantDb, lease: Lease): Promise<HeldImportacao | undefined> {
  const [row] = await tx.query<HeldImportacao>(
    `update importacoes set passo_em = now(), progresso_em = now(), aviso = null
     where empresa_id = $1 and id = $2 and vez = $3 and situacao in ('lendo', 'importando') returning ${HELD}`,
    [lease.importacaoId, lease.vez],
  );
  return row;
}

/** Reads the importacao without locking it. Returns undefined when another job holds the lease. */
export async function selectLeased(tx: TenantDb, lease: Lease): Promise<HeldImportacao | undefined> {
  const [row] = await tx.query<HeldImportacao>(
    `select ${HELD} from importacoes
     where empresa_id = $1 and id = $2 and vez = $3 and situacao in ('lendo', 'importando')`,
    [lease.importacaoId, lease.vez],
  );
  return row;
}

/**
 * The state of an importacao: the person who began it, its situacao, and the seconds since its last progress.
 */
export interface Standing {
  marketplace: string;
  user_id: string;
  situacao: string;
  segundos_parada: number;
}

export async function selectStanding(
  tx: TenantDb,
  { importacaoId, vez }: Pick<Lease, 'importacaoId' | 'vez'>,
): Promise<Standing | undefined> {
  const [row] = await tx.query<Standing>(
    `select marketplace, user_id, situacao, extract(epoch from now() - progresso_em)::float8 as segundos_parada
     from importacoes where empresa_id = $1 and id = $2 and vez = $3`,
    [importacaoId, vez],
  );
  return row;
}

/** Gives the lease to the next job. Returns undefined when this job no longer held it. */
export async function passLease(
  tx: TenantDb,
  { importacaoId, vez }: Lease,
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

/** Takes the lease of an importacao whose job was lost. */
export async function takeLostLease(tx: TenantDb, importacaoId: string): Promise<number | undefined> {
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

/** Gives some of the open rows of a cancelled importacao their outcome. Returns false when none is left. */
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
