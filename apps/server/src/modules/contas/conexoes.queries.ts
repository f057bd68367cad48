import type { Database } from '#platform/db/db.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';

interface NewConexao {
  sessionId: string;
  marketplace: string;
  stateHash: string;
  codeChallenge: string;
}

export const insertConexao = (tx: TenantDb, conexao: NewConexao) =>
  tx.query(
    `insert into conexoes (empresa_id, user_id, session_id, marketplace, state_hash, code_challenge)
     values ($1, $2, $3, $4, $5, $6)`,
    [tx.userId, conexao.sessionId, conexao.marketplace, conexao.stateHash, conexao.codeChallenge],
  );

/**
 * Marks the conexao as used, because it is valid once, whatever the outcome. Returns undefined for another
 * session, for another empresa, or after the conexao has expired.
 */
export async function takeConexao(
  tx: TenantDb,
  { sessionId, marketplace, stateHash }: Omit<NewConexao, 'codeChallenge'>,
): Promise<{ id: string; code_challenge: string } | undefined> {
  const [row] = await tx.query<{ id: string; code_challenge: string }>(
    `update conexoes set used_at = now()
     where empresa_id = $1 and session_id = $2 and marketplace = $3 and state_hash = $4 and user_id = $5
       and used_at is null and expires_at > now()
     returning id, code_challenge`,
    [sessionId, marketplace, stateHash, tx.userId],
  );
  return row;
}

interface Settled {
  id: string;
  code_challenge: string;
  /** Set when the conta was connected in this empresa. */
  conta_id: string | null;
  /** The nickname of an account that another empresa holds and that was not moved since, if it is known. */
  nickname: string | null;
}

/** Reads the outcome of a used conexao, for a retry of the same request. */
export async function selectSettled(
  tx: TenantDb,
  { sessionId, marketplace, stateHash }: Omit<NewConexao, 'codeChallenge'>,
): Promise<Settled | undefined> {
  const [row] = await tx.query<Settled>(
    `select id, code_challenge, conta_id, nickname from conexoes
     where empresa_id = $1 and session_id = $2 and marketplace = $3 and state_hash = $4 and user_id = $5
       and expires_at > now() and (conta_id is not null or (proven_at is not null and moved_at is null))`,
    [sessionId, marketplace, stateHash, tx.userId],
  );
  return row;
}

export const updateConnected = (tx: TenantDb, id: string, contaId: string) =>
  tx.query('update conexoes set conta_id = $3 where empresa_id = $1 and id = $2', [id, contaId]);

/** Stores the tokens, sealed for the holder's row, with the empresa that holds the account. */
export const giveTokens = (
  tx: TenantDb,
  conexaoId: string,
  given: { sellerId: string; access: string; refresh: string | null; seconds: number },
) =>
  tx.raw('select give_tokens($1, $2, $3, $4, $5)', [
    conexaoId,
    given.sellerId,
    given.access,
    given.refresh,
    given.seconds,
  ]);

export const updateProvenNickname = (tx: TenantDb, id: string, nickname: string) =>
  tx.query('update conexoes set nickname = $3 where empresa_id = $1 and id = $2', [id, nickname]);

/** Reads the conexao in which this session proved its access to an account within the last ten minutes. */
export async function selectProven(
  tx: TenantDb,
  id: string,
  sessionId: string,
): Promise<{ id: string } | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `select id from conexoes where empresa_id = $1 and id = $2 and session_id = $3 and user_id = $4
       and proven_at > now() - interval '10 minutes' and moved_at is null`,
    [id, sessionId, tx.userId],
  );
  return row;
}

interface Held {
  empresa_id: string;
  conta_id: string;
  access_token: string;
  refresh_token: string | null;
  seconds: number;
}

/**
 * Locks the tokens until the transaction ends. Returns undefined when no empresa holds the account any more.
 */
export async function selectHeldTokens(tx: TenantDb, conexaoId: string): Promise<Held | undefined> {
  await tx.raw("set local lock_timeout = '10s'");
  const [row] = (await tx.raw('select * from held_tokens($1)', [conexaoId])) as Held[];
  return row;
}

export const moveConta = (
  tx: TenantDb,
  conexaoId: string,
  to: { contaId: string; access: string; refresh: string | null; seconds: number },
) =>
  tx.raw('select move_conta($1, $2, $3, $4, $5)', [conexaoId, to.contaId, to.access, to.refresh, to.seconds]);

export const sweepConexoes = (db: Database) => db.global('select sweep_conexoes()');
