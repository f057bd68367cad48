import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Conta, NovaConta } from '@prumo/contract/contas.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, found } from '#platform/errors.ts';
import type { TenantDb } from '#platform/tenant-db.ts';
import { hashToken } from '#platform/tokens.ts';
import type { Vault } from '#platform/vault.ts';
import {
  giveTokens,
  selectSettled,
  takeConexao,
  updateConnected,
  updateProvenNickname,
} from './conexoes.queries.ts';
import { claimConta, insertConta, selectConta, updateNickname, upsertTokens } from './contas.queries.ts';
import { type Grant, isMarketplaceError, type Marketplace, type Seller } from './marketplace.ts';
import { sealTokens } from './sealed-tokens.ts';

/** What begins for a conta with its connection, in the same transaction. */
export type Connected = (tx: TenantDb, conta: { contaId: string; userMlId: string }) => Promise<void>;

interface Parts {
  marketplace: Marketplace;
  vault: Vault;
  connected: Connected;
}

export const EXPIRED = 'Esta conexão expirou ou já foi usada. Comece de novo em Conectar Nova Conta.';

const GONE = 'A conta foi desconectada enquanto era conectada.';

/** Whose the account is after the exchange. */
type Claimed = { contaId: string } | { conexaoId: string; holder: string | null };

/**
 * From the code a marketplace sent back to a conta. A new authorization ends the one before, so its tokens are written
 * down before anything else is asked: for us, or for the empresa that holds the account already.
 */
export async function connect(
  parts: Parts,
  request: Pick<FastifyRequest, 'prepare' | 'caller' | 'log'>,
  { code, code_verifier, state }: NovaConta,
): Promise<Conta> {
  const { marketplace } = parts;
  const { sessionId } = request.caller;
  const asked = { sessionId, marketplace: marketplace.slug, stateHash: hashToken(state) };
  const conexao = await request.prepare((tx) => takeConexao(tx, asked));
  if (!conexao) return request.prepare((tx) => sayAgain(tx, asked, code_verifier));
  if (!isProof(code_verifier, conexao.code_challenge)) throw new AppError('invalid', EXPIRED);
  const grant = await marketplace.exchange({ code, codeVerifier: code_verifier }).catch((error: unknown) => {
    request.log.warn({ err: error }, 'code not exchanged');
    throw failed(marketplace, error);
  });
  const claimed = await request.prepare((tx) => claim(tx, parts, conexao.id, grant));
  const seller = await askWho(parts, request, grant);
  if ('conexaoId' in claimed) {
    if (seller) await request.prepare((tx) => updateProvenNickname(tx, claimed.conexaoId, seller.nickname));
    throw heldElsewhere(claimed, seller?.nickname ?? null);
  }
  return request.prepare(async (tx) => {
    if (seller) await updateNickname(tx, claimed.contaId, seller.nickname);
    return found(await selectConta(tx, claimed.contaId), GONE);
  });
}

/** The answer may have been lost after all was done: the same request is answered the same, and does nothing. */
async function sayAgain(
  tx: TenantDb,
  asked: Parameters<typeof selectSettled>[1],
  codeVerifier: string,
): Promise<Conta> {
  const settled = await selectSettled(tx, asked);
  if (!settled || !isProof(codeVerifier, settled.code_challenge)) throw new AppError('invalid', EXPIRED);
  if (settled.conta_id === null)
    throw heldElsewhere({ conexaoId: settled.id, holder: null }, settled.nickname);
  return found(await selectConta(tx, settled.conta_id), GONE);
}

async function claim(
  tx: TenantDb,
  { vault, connected }: Parts,
  conexaoId: string,
  grant: Grant,
): Promise<Claimed> {
  const contaId = randomUUID();
  const holder = await claimConta(tx, grant.userId, contaId);
  const conta = { empresaId: holder.empresa_id, contaId: holder.conta_id };
  const sealed = { ...sealTokens(vault, conta, grant), seconds: grant.expiresInSeconds };
  if (conta.empresaId !== tx.empresaId) {
    await giveTokens(tx, conexaoId, { userMlId: grant.userId, ...sealed });
    return { conexaoId, holder: holder.empresa_nome };
  }
  if (conta.contaId === contaId) await insertConta(tx, { id: contaId, userMlId: grant.userId });
  await upsertTokens(tx, conta.contaId, sealed);
  await updateConnected(tx, conexaoId, conta.contaId);
  await connected(tx, { contaId: conta.contaId, userMlId: grant.userId });
  return { contaId: conta.contaId };
}

/** Its name is worth a moment, not the connection: who keeps contas alive asks again. */
async function askWho(
  { marketplace }: Parts,
  { log }: Pick<FastifyRequest, 'log'>,
  grant: Grant,
): Promise<Seller | null> {
  try {
    return await marketplace.me(grant.accessToken);
  } catch (error) {
    if (!isMarketplaceError(error)) throw error;
    log.warn({ err: error }, 'a seller without a name');
    // A revocation came between: what was just written down opens nothing.
    if (error.kind === 'unauthorized') throw failed(marketplace, error);
    return null;
  }
}

const isProof = (verifier: string, challenge: string) => {
  const [proof, expected] = [
    createHash('sha256').update(verifier).digest(),
    Buffer.from(challenge, 'base64url'),
  ];
  return proof.length === expected.length && timingSafeEqual(proof, expected);
};

function failed({ nome }: Marketplace, cause: unknown): AppError {
  if (isMarketplaceError(cause, 'refused'))
    return new AppError('invalid', `O ${nome} não aceitou a autorização. Comece de novo.`, { cause });
  if (isMarketplaceError(cause, 'misconfigured', 'forbidden'))
    return new AppError('upstream', `O ${nome} recusou a nossa aplicação. Fale com o suporte.`, { cause });
  return new AppError('upstream', `O ${nome} não respondeu agora. Comece de novo em instantes.`, { cause });
}

function heldElsewhere(
  { conexaoId, holder }: { conexaoId: string; holder: string | null },
  nickname: string | null,
) {
  const conta = nickname === null ? 'Esta conta' : `A conta @${nickname}`;
  const onde = holder === null ? 'em outra empresa' : `na empresa ${holder}`;
  return new AppError(
    'conflict',
    `${conta} já está conectada ${onde} e continua lá. Traga-a para esta empresa se quiser usá-la aqui.`,
    { conexao: conexaoId },
  );
}
