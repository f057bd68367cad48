import type { Database } from '#platform/db.ts';
import type { TenantDb } from '#platform/tenant-db.ts';

/** Which conta, for whoever works for any empresa. */
export interface ContaRef {
  empresaId: string;
  contaId: string;
}

export interface SealedTokens {
  access_token: string;
  refresh_token: string | null;
  versao: number;
  situacao: 'ativa' | 'reconectar';
  /** Good for more than five minutes, by the clock of the database. */
  fresh: boolean;
}

const COLUMNS = `t.access_token, t.refresh_token, t.versao, c.situacao,
  t.expires_at > now() + interval '5 minutes' as fresh`;
const FROM = `from mercado_livre_tokens t
  join mercado_livre_config c on c.empresa_id = t.empresa_id and c.id = t.conta_id
  where t.empresa_id = $1 and t.conta_id = $2`;

export async function selectTokens(tx: TenantDb, contaId: string): Promise<SealedTokens | undefined> {
  const [row] = await tx.query<SealedTokens>(`select ${COLUMNS} ${FROM}`, [contaId]);
  return row;
}

/** A change of `transaction_timeout` leaves its clock running as it was; off, the other limits hold. */
const LIMITS = `do $$ begin
  set local lock_timeout = '13s';
  set local statement_timeout = '13s';
  set local idle_in_transaction_session_timeout = '13s';
  set local transaction_timeout = 0;
end $$`;

/**
 * Until the transaction ends nobody else refreshes, and whoever waits reads what this one has written. It is held
 * across a call to the marketplace, the one exception to the rule, so it has limits of its own.
 */
export async function lockTokens(tx: TenantDb, contaId: string): Promise<SealedTokens | undefined> {
  await tx.raw(LIMITS);
  const [row] = await tx.query<SealedTokens>(`select ${COLUMNS} ${FROM} for update of t`, [contaId]);
  return row;
}

export async function updateTokens(
  tx: TenantDb,
  contaId: string,
  sealed: { access: string; refresh: string | null; seconds: number },
): Promise<SealedTokens> {
  const [row] = await tx.query<Omit<SealedTokens, 'situacao'>>(
    `update mercado_livre_tokens t set access_token = $3, refresh_token = $4, versao = t.versao + 1,
       expires_at = now() + make_interval(secs => $5)
     where t.empresa_id = $1 and t.conta_id = $2
     returning access_token, refresh_token, versao, true as fresh`,
    [contaId, sealed.access, sealed.refresh, sealed.seconds],
  );
  if (!row) throw new Error('the tokens went while they were locked');
  return { ...row, situacao: 'ativa' };
}

/** Sealed otherwise, for the same secret: whoever reads it notices nothing. */
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

/** Only the seller's authorization mends it. */
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
