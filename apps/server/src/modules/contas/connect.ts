import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Conta, NovaConta } from '@prumo/contract/contas.ts';
import type { FastifyRequest } from 'fastify';
import type { Grant, Seller } from '#modules/marketplace/connection.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Marketplace } from '#modules/marketplace/marketplace.ts';
import type { SellerRef } from '#modules/marketplace/seller.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { AppError, found } from '#platform/errors.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { Vault } from '#platform/secrets/vault.ts';
import {
  giveTokens,
  selectSettled,
  takeConexao,
  updateConnected,
  updateProvenNickname,
} from './conexoes.queries.ts';
import { claimConta, insertConta, selectConta, updateNickname, upsertTokens } from './contas.queries.ts';
import { sealTokens } from './sealed-tokens.ts';

/** Starts the tasks that follow a new connection, in the same transaction. */
export type Connected = (tx: TenantDb, conta: SellerRef & { contaId: string }) => Promise<void>;

interface Parts {
  marketplace: Marketplace;
  vault: Vault;
  connected: Connected;
}

export const EXPIRED = 'Esta conexão expirou ou já foi usada. Comece de novo em Conectar Nova Conta.';

const GONE = 'A conta foi desconectada enquanto era conectada.';

/**
 * The result of a claim: the conta in this empresa, or the conexao when another empresa holds the account.
 */
type Claimed = { contaId: string } | { conexaoId: string; holder: string | null };

/**
 * Exchanges the code that the marketplace returned, and creates or renews the conta. A new authorization ends
 * the previous one. The new tokens are therefore stored before any other call: in this empresa, or in the
 * empresa that already holds the account.
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
  const claimed = await claimInTurn(parts, request, conexao.id, grant);
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

/**
 * Answers a retry of a request whose answer was lost, without any effect. The conta of an earlier success is
 * returned again. A refusal no longer names the empresa that holds the account.
 */
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

/** The maximum wait for a revocation. It is longer than a revocation can last (contas.queries.ts). */
const CLAIM_PATIENCE_MS = 10_000;
const CLAIM_AGAIN_MS = 200;

/** Waits outside any transaction while a revocation of the same account is under way. */
async function claimInTurn(
  parts: Parts,
  request: Pick<FastifyRequest, 'prepare'>,
  conexaoId: string,
  grant: Grant,
): Promise<Claimed> {
  const until = Date.now() + CLAIM_PATIENCE_MS;
  for (;;) {
    const claimed = await request.prepare((tx) => claim(tx, parts, conexaoId, grant));
    if (claimed) return claimed;
    if (Date.now() > until) throw failed(parts.marketplace, new Error('a revocation is under way'));
    await sleep(CLAIM_AGAIN_MS);
  }
}

async function claim(
  tx: TenantDb,
  { marketplace, vault, connected }: Parts,
  conexaoId: string,
  grant: Grant,
): Promise<Claimed | undefined> {
  const contaId = randomUUID();
  const seller = { marketplace: marketplace.slug, sellerId: grant.sellerId };
  const holder = await claimConta(tx, seller, contaId);
  if (!holder) return undefined;
  const conta = { empresaId: holder.empresa_id, contaId: holder.conta_id };
  const sealed = { ...sealTokens(vault, conta, grant), seconds: grant.expiresInSeconds };
  if (conta.empresaId !== tx.empresaId) {
    await giveTokens(tx, conexaoId, { sellerId: seller.sellerId, ...sealed });
    return { conexaoId, holder: holder.empresa_nome };
  }
  if (conta.contaId === contaId) await insertConta(tx, { id: contaId, ...seller });
  await upsertTokens(tx, conta.contaId, sealed);
  await updateConnected(tx, conexaoId, conta.contaId);
  await connected(tx, { contaId: conta.contaId, ...seller });
  return { contaId: conta.contaId };
}

/**
 * Reads the nickname of the seller. A failure to read it does not fail the connection, because the job
 * `keepContas` asks for it again.
 */
async function askWho(
  { marketplace }: Parts,
  { log }: Pick<FastifyRequest, 'log'>,
  grant: Grant,
): Promise<Seller | null> {
  try {
    return await marketplace.me(grant.accessToken);
  } catch (error) {
    if (!isMarketplaceError(error)) throw error;
    log.warn({ err: error }, 'nickname not read');
    // The tokens just stored are void, because a revocation ended the authorization meanwhile.
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

function failed({ words }: Marketplace, cause: unknown): AppError {
  if (isMarketplaceError(cause, 'refused'))
    return new AppError('invalid', `${words.o} não aceitou a autorização. Comece de novo.`, { cause });
  if (isMarketplaceError(cause, 'misconfigured', 'forbidden'))
    return new AppError('upstream', `${words.o} recusou a nossa aplicação. Fale com o suporte.`, { cause });
  return new AppError('upstream', `${words.o} não respondeu agora. Comece de novo em instantes.`, { cause });
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
