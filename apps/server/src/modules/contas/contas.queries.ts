import type { Conta } from '@prumo/contract/contas.ts';
import type { TenantDb } from '#platform/tenant-db.ts';

/** With one marketplace its table says which it is. */
const COLUMNS = `id, 'mercado-livre' as marketplace, user_id, active, nickname, user_ml_id::text as user_ml_id, situacao,
  created_at, updated_at`;

export const selectContas = (tx: TenantDb) =>
  tx.query<Conta>(
    `select ${COLUMNS} from mercado_livre_config where empresa_id = $1 and active order by created_at desc, id desc`,
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
  /** For who is a membro there. */
  empresa_nome: string | null;
}

/** Who holds the account from now on: we, unless somebody did before. */
export async function claimConta(tx: TenantDb, userMlId: string, contaId: string): Promise<Holder> {
  // A revocation of the same account may be under way at the marketplace.
  await tx.raw("set local lock_timeout = '10s'");
  const [row] = (await tx.raw('select * from claim_conta($1, $2)', [userMlId, contaId])) as Holder[];
  if (!row) throw new Error('an account nobody holds');
  return row;
}

export const insertConta = (tx: TenantDb, conta: { id: string; userMlId: string }) =>
  tx.query('insert into mercado_livre_config (empresa_id, id, user_id, user_ml_id) values ($1, $2, $3, $4)', [
    conta.id,
    tx.userId,
    conta.userMlId,
  ]);

/** A conta that comes back to life: its tokens first, as everybody locks them. */
export async function upsertTokens(
  tx: TenantDb,
  contaId: string,
  sealed: { access: string; refresh: string | null; seconds: number },
): Promise<void> {
  await tx.query(
    `insert into mercado_livre_tokens as t (empresa_id, conta_id, access_token, refresh_token, expires_at)
     values ($1, $2, $3, $4, now() + make_interval(secs => $5))
     on conflict (empresa_id, conta_id) do update set access_token = excluded.access_token,
       refresh_token = excluded.refresh_token, expires_at = excluded.expires_at, versao = t.versao + 1`,
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

/** Whether revoking would cut somebody off; until the transaction ends nobody takes hold of the account. */
export async function isHeld(tx: TenantDb, contaId: string): Promise<boolean> {
  const [row] = (await tx.raw('select is_conta_held($1) as held', [contaId])) as { held: boolean }[];
  return row?.held ?? true;
}
