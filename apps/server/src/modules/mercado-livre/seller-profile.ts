import type { Asker } from '#modules/marketplace/calls.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { SellerProfile } from '#modules/marketplace/marketplace.ts';
import type { Client } from './client.ts';
import { countActiveItems, type Profile, readProfile } from './profile.ts';
import { limitesOf } from './reputation.ts';

const NO_REPUTATION = 'O Mercado Livre não informou a reputação agora. Use Atualizar Dados daqui a pouco.';
const NO_LISTINGS =
  'O Mercado Livre não informou os anúncios ativos agora. Use Atualizar Dados daqui a pouco.';

/** Reads the profile, the reputation and the active listings of a seller, as the analysis shows them. */
export async function sellerProfile(client: Client, asker: Asker, sellerId: string): Promise<SellerProfile> {
  const [profile, active] = await Promise.all([
    readProfile(client, asker, sellerId),
    countActiveItems(client, asker, sellerId).catch(missing),
  ]);
  const told = describe(profile);
  if (active !== null) return { ...told, listings: { active } };
  return { ...told, listings: null, aviso: told.aviso ?? NO_LISTINGS };
}

/** Returns null for a failed count of listings, because the rest of the answer is useful without it. */
function missing(error: unknown): null {
  if (!isMarketplaceError(error) || error.kind === 'unauthorized') throw error;
  return null;
}

function describe({
  points,
  registration_date,
  seller_reputation: reputation,
}: Profile): Omit<SellerProfile, 'listings'> {
  const user = { points: points ?? null, registration_date: registration_date ?? null };
  if (!reputation) return { user, reputation: null, metrics: null, limites: [], aviso: NO_REPUTATION };
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
