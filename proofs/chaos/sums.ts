import { compare } from '../kit/analises.compare.ts';
import { readOrders } from '../kit/analises.truth.ts';
import type { Account, Site } from './site.ts';

const DAY_MS = 86_400_000;
/** The period of an analysis: well within the year of orders that Mercado Livre returns. */
const PERIOD_MS = 300 * DAY_MS;

export interface Answer {
  mensagem?: string;
  revenue: object | null;
  revenue_before: object | null;
  dias: object[];
  dias_antes: object[];
  mais_vendidos: { titulo: string }[];
  listings: { active: number } | null;
  user: object | null;
  reputation: object | null;
  sincronia: { em_andamento: boolean; sincronizado_ate: string | null; completo_desde: string | null };
  avisos: string[];
}

export const analyse = (
  site: Site,
  account: Account,
  { from, to } = { from: Date.now() - PERIOD_MS, to: Date.now() },
) =>
  site.call<Answer>(account, 'POST', '/api/analises', {
    accountId: account.contaId,
    dateFrom: new Date(from).toISOString(),
    dateTo: new Date(to).toISOString(),
  });

/** The differences between an analysis of the last months and the stand-in's own orders. */
export async function wrongSums(site: Site, account: Account): Promise<string[]> {
  const now = Date.now();
  const asked = {
    seller: account.seller,
    analyse: async (from: number, to: number) => (await analyse(site, account, { from, to })).body,
  };
  const orders = await readOrders(site.standIn, account.seller);
  return (await compare(asked, orders, [now - PERIOD_MS, now])).wrong;
}
