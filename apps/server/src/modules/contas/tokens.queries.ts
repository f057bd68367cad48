import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

/** Identifies a conta for code that works across empresas. */
export interface ContaRef {
  empresaId: string;
  contaId: string;
}

export interface SealedTokens {
  marketplace: string;
  access_token: string;
  refresh_token: string | null;
  versao: number;
  situacao: 'ativa' | 'reconectar';
  /** True when the access token is valid for more than five minutes, by the clock of the database. */
  fresh: boolean;
  /** True when a process holds the lease to refresh the tokens, by the clock of the database. */
  leased: boolean;
}

const COLUMNS = `c.marketplace, t.access_token, t.refresh_token, t.versao, c.situacao,
  t.expires_at > now() + interval '5 minutes' as fresh,
  coalesce(t.leased_until >= clock_timestamp(), false) as leased`;
const FROM = `from mercado_livre_tokens t
  join mercado_livre_config c on c.empresa_id = t.empresa_id and c.id = t.conta_id
  where t.empresa_id = $1 and t.conta_id = $2`;

export async function selectTokens(tx: TenantDb, contaId: string): Promise<SealedTokens | undefined> {
  const [row] = await tx.query<SealedTokens>(`select ${COLUMNS} ${FROM}`, [contaId]);
  return row;
}

/** Reads the tokens and locks their row until the transaction ends. */
export async function lockTokens(tx: TenantDb, contaId: string): Promise<SealedTokens | undefined> {
  const [row] = await tx.query<SealedTokens>(`select ${COLUMNS} ${FROM} for update of t`, [contaId]);
  return row;
}

export interface Lease {
  id: string;
  seconds: number;
}

/** Returns true for the only process that may refresh this version of the tokens. */
export async function claimLease(
  tx: TenantDb,
  contaId: string,
  versao: number,
  lease: Lease,
): Promise<boolean> {
  const rows = await tx.query(
    `update mercado_livre_tokens
     set lease_id = $4, leased_until = clock_timestamp() + make_interval(secs => $5)
     where empresa_id = $1 and conta_id = $2 and versao = $3
       and (leased_until is null or leased_until < clock_timestamp() or lease_id = $4)
     returning versao`,
    [contaId, versao, lease.id, lease.seconds],
  );
  return rows.length > 0;
}

export const renewLease = (tx: TenantDb, contaId: string, lease: Lease) =>
  tx.query(
    `update mercado_livre_tokens set leased_until = clock_timestamp() + make_interval(secs => $4)
     where empresa_id = $1 and conta_id = $2 and lease_id = $3`,
    [contaId, lease.id, lease.seconds],
  );

export const releaseLease = (tx: TenantDb, contaId: string, lease: Lease) =>
  tx.query(
    `update mercado_livre_tokens set lease_id = null, leased_until = null
     where empresa_id = $1 and conta_id = $2 and lease_id = $3`,
    [contaId, lease.id],
  );

/**
 * Writes the tokens obtained with the refresh token of `versao`. Returns false and writes nothing if the row
 * has another version. The lease alone does not protect the row, because it can expire during a refresh.
 */
export async function updateTokens(
  tx: TenantDb,
  contaId: string,
  versao: number,
  sealed: { access: string; refresh: string | null; seconds: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update mercado_livre_tokens set access_token = $4, refresh_token = $5, versao = versao + 1,
       expires_at = now() + make_interval(secs => $6), lease_id = null, leased_until = null
     where empresa_id = $1 and conta_id = $2 and versao = $3 returning versao`,
    [contaId, versao, sealed.access, sealed.refresh, sealed.seconds],
  );
  return rows.length > 0;
}

/** Stores the same tokens sealed with another key. The version stays, because the tokens are the same. */
export const updateSealing = (
  tx: TenantDb,
  contaId: string,
  sealed: { access: string; refresh: string | null },
) =>
  tx.query(
    `update mercado_livre_tokens set access_token = $3, refresh_token = $4
     where empresa_id = $1 and conta_id = $2`,
    [contaId, sealed.access, sealed.refresh],
  );

export const deleteTokens = (tx: TenantDb, contaId: string) =>
  tx.query('delete from mercado_livre_tokens where empresa_id = $1 and conta_id = $2', [contaId]);

/**
 * `reconectar` ends with a new authorization by the seller, or when a process that lost its lease writes the
 * tokens it obtained.
 */
export const updateSituacao = (tx: TenantDb, contaId: string, situacao: SealedTokens['situacao']) =>
  tx.query(
    `update mercado_livre_config set situacao = $3, updated_at = now()
     where empresa_id = $1 and id = $2 and situacao <> $3`,
    [contaId, situacao],
  );

const REF = 'empresa_id as "empresaId", conta_id as "contaId"';

export const selectRunningOut = (db: Database, limit: number) =>
  db.global<ContaRef>(`select ${REF} from contas_running_out($1)`, [limit]);

export const selectUnrevoked = (db: Database, limit: number) =>
  db.global<ContaRef>(`select ${REF} from contas_unrevoked($1)`, [limit]);

export const selectSealedOtherwise = (db: Database, prefix: string, after: ContaRef, limit: number) =>
  db.global<ContaRef>(`select ${REF} from contas_sealed_otherwise($1, $2, $3, $4)`, [
    prefix,
    after.empresaId,
    after.contaId,
    limit,
  ]);
