import type { Analise } from '@prumo/contract/analises.ts';
import { isMarketplaceError } from '#modules/contas/marketplace.ts';
import type { Tokens } from '#modules/contas/tokens.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { countActiveItems, type Profile, readProfile } from '#modules/mercado-livre/profile.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import { limitesOf } from './reputation.ts';

export type SellerPart = Pick<Analise, 'listings' | 'user' | 'reputation' | 'metrics' | 'limites'> & {
  aviso: string | null;
};

interface Conta {
  empresaId: string;
  contaId: string;
  userMlId: string;
}

/** How the marketplace sees a seller changes once a day. What it left out may come in a moment. */
const KEPT_MS = 3 * 60_000;
const PARTS_KEPT_MS = 10_000;
const KEPT = 5000;

export type Sellers = (conta: Conta) => Promise<SellerPart>;

/** What the marketplace tells of the seller, asked for by who waits, and kept for some minutes. */
export function openSellers(parts: { tokens: Tokens; client: Client; log: Log }): Sellers {
  const { tokens, client, log } = parts;
  const kept = new Map<string, { until: number; part: Promise<SellerPart> }>();

  async function ask({ empresaId, contaId, userMlId }: Conta): Promise<SellerPart> {
    const turn = { waits: 'person', key: userMlId } as const;
    const { profile, active } = await tokens.withToken({ empresaId, contaId }, async (accessToken) => {
      const asker = { accessToken, turn };
      const [profile, active] = await Promise.all([
        readProfile(client, asker, userMlId),
        countActiveItems(client, asker, userMlId).catch(missing),
      ]);
      return { profile, active };
    });
    const told = describe(profile);
    if (active !== null) return { ...told, listings: { active } };
    return { ...told, listings: null, aviso: told.aviso ?? NO_LISTINGS };
  }

  /** Without the listings the rest is still worth showing. */
  const missing = (error: unknown) => {
    if (!isMarketplaceError(error) || error.kind === 'unauthorized') throw error;
    log.warn({ err: error }, 'listings not counted');
    return null;
  };

  return async (conta) => {
    const known = kept.get(conta.contaId);
    // Whoever comes while another waits is told the same, also that there is no answer.
    const isKept = known !== undefined && known.until > Date.now();
    const part = isKept ? known.part : ask(conta);
    if (kept.size >= KEPT) kept.clear();
    if (!isKept) kept.set(conta.contaId, { until: Date.now() + KEPT_MS, part });
    try {
      const told = await part;
      if (told.aviso !== null && !isKept)
        kept.set(conta.contaId, { until: Date.now() + PARTS_KEPT_MS, part });
      return told;
    } catch (error) {
      kept.delete(conta.contaId);
      if (!(error instanceof AppError) && !isMarketplaceError(error)) throw error;
      log.warn({ conta: conta.contaId, err: error }, 'seller not read');
      // What was true some minutes ago is better than nothing.
      const before = known && (await known.part.catch(() => null));
      return { ...(before ?? NOTHING), aviso: error instanceof AppError ? error.message : NO_ANSWER };
    }
  };
}

const NO_ANSWER = 'O Mercado Livre não respondeu agora. Use Atualizar Dados daqui a pouco.';
const NO_REPUTATION = 'O Mercado Livre não informou a reputação agora. Use Atualizar Dados daqui a pouco.';
const NO_LISTINGS =
  'O Mercado Livre não informou os anúncios ativos agora. Use Atualizar Dados daqui a pouco.';
const NOTHING = { listings: null, user: null, reputation: null, metrics: null, limites: [], aviso: null };

function describe({
  points,
  registration_date,
  seller_reputation: reputation,
}: Profile): Omit<SellerPart, 'listings'> {
  const user = { points: points ?? null, registration_date: registration_date ?? null };
  if (!reputation) return { ...NOTHING, user, aviso: NO_REPUTATION };
  const { transactions, metrics: told } = reputation;
  const powerSeller = reputation.power_seller_status ?? null;
  const metrics = told && {
    days: Number.parseInt(told.sales?.period ?? '', 10) || null,
    sales: told.sales?.completed ?? 0,
    claims: told.claims ?? null,
    cancellations: told.cancellations ?? null,
    delayed_handling_time: told.delayed_handling_time ?? null,
  };
  return {
    user,
    reputation: {
      level_id: reputation.level_id ?? null,
      power_seller_status: powerSeller,
      transactions_completed: transactions?.completed ?? 0,
      transactions_canceled: transactions?.canceled ?? 0,
      ratings_positive: transactions?.ratings?.positive ?? 0,
      ratings_neutral: transactions?.ratings?.neutral ?? 0,
      ratings_negative: transactions?.ratings?.negative ?? 0,
    },
    metrics: metrics ?? null,
    limites: metrics
      ? limitesOf(metrics, { isLeader: powerSeller !== null && powerSeller !== 'null' && powerSeller !== '' })
      : [],
    aviso: null,
  };
}
