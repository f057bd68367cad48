import type { Conta } from '@prumo/contract/contas.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

const COLUMNS = `id, marketplace, user_id, active, nickname, user_ml_id, situacao,
  created_at, updated_at`;

/** The maximum length of the list. It is more contas than any seller has. */
const MAX_CONTAS = 200;

export const selectContas = (tx: TenantDb) =>
  tx.query<Conta>(
    `select ${COLUMNS} from mercado_livre_config where empresa_id = $1 and active order by created_at desc, id desc
     limit ${MAX_CONTAS}`,
  );

export async function selectConta(tx: TenantDb, id: string): Promise<Conta | undefined> {
  const [row] = await tx.query<Conta>(
    `select ${COLUMNS} from mercado_livre_config where empresa_id = $1 and id = $2 and active`,
    [id],
  );
  return row;
}

export async function selectDisconnected(tx: TenantDb, id: string): Promise<Conta | undefined> {
  const [row] = await tx.query<Conta>(
    `select ${COLUMNS} from mercado_livre_config where empresa_id = $1 and id = $2 and not active`,
    [id],
  );
  return row;
}

export async function disconnectConta(tx: TenantDb, id: string): Promise<Conta | undefined> {
  const [row] = await tx.query<Conta>(
    `update mercado_livre_config set active = false, updated_at = now()
     where empresa_id = $1 and id = $2 and active returning ${COLUMNS}`,
    [id],
  );
  if (row) await tx.raw('select release_conta($1)', [id]);
  return row;
}

interface Holder {
  empresa_id: string;
  conta_id: string;
  /** Null unless the person is a membro of that empresa. */
  empresa_nome: string | null;
}

/**
 * Claims the account for this empresa unless another empresa holds it, and returns the holder. Returns
 * undefined while a revocation is under way.
 */
export async function claimConta(
  tx: TenantDb,
  seller: SellerRef,
  contaId: string,
): Promise<Holder | undefined> {
  const [row] = (await tx.raw('select * from claim_conta($1, $2, $3)', [
    seller.marketplace,
    seller.sellerId,
    contaId,
  ])) as Holder[];
  return row;
}

export const insertConta = (tx: TenantDb, conta: SellerRef & { id: string }) =>
  tx.query(
    `insert into mercado_livre_config (empresa_id, id, user_id, marketplace, user_ml_id)
     values ($1, $2, $3, $4, $5)`,
    [conta.id, tx.userId, conta.marketplace, conta.sellerId],
  );

/** Stores new tokens and reactivates the conta. Locks the tokens first, in the order that all transactions use. */
export async function upsertTokens(
  tx: TenantDb,
  contaId: string,
  sealed: { access: string; refresh: string | null; seconds: number },
): Promise<void> {
  await tx.query(
    `insert into mercado_livre_tokens as t (empresa_id, conta_id, access_token, refresh_token, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))
     on conflict (empresa_id, conta_id) do update set access_token = excluded.access_token,
       refresh_token = excluded.refresh_token, expires_at = excluded.expires_at, versao = t.versao + 1,
       lease_id = null, leased_until = null`,
    [contaId, sealed.access, sealed.refresh, sealed.seconds],
  );
  await tx.query(
    `update mercado_livre_config set situacao = 'ativa', updated_at = now() where empresa_id = $1 and id = $2`,
    [contaId],
  );
}

export const updateNickname = (tx: TenantDb, id: string, nickname: string) =>
  tx.query(
    `update mercado_livre_config set nickname = $3, updated_at = now()
     where empresa_id = $1 and id = $2 and nickname is distinct from $3`,
    [id, nickname],
  );

/** The time after which another process may revoke. It is longer than `Connection.revoke` may take. */
const REVOCATION_SECONDS = 9;

/**
 * `held`: nothing may be revoked, because a revocation would disconnect an active conta. `busy`: another
 * process revokes. `mine`: this process may revoke, and the account cannot be connected until it has ended.
 */
export async function beginRevocation(
  tx: TenantDb,
  contaId: string,
  leaseId: string,
): Promise<'held' | 'busy' | 'mine'> {
  const rows = (await tx.raw('select begin_revogacao($1, $2, $3) as begun', [
    contaId,
    leaseId,
    REVOCATION_SECONDS,
  ])) as { begun: 'held' | 'busy' | 'mine' }[];
  return rows[0]?.begun ?? 'busy';
}

export const endRevocation = (tx: TenantDb, leaseId: string) => tx.raw('select end_revogacao($1)', [leaseId]);
