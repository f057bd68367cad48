import { compare } from './prove-analytics.compare.ts';
import { readOrders } from './prove-analytics.truth.ts';
import type { Account, Site } from './prove-chaos.site.ts';

const DAY_MS = 86_400_000;
/** Well within what Mercado Livre tells of. */
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

/** Where an analysis of the last months says something else than the stand-in's own orders do. */
export async function wrongSums(site: Site, account: Account): Promise<string[]> {
  const now = Date.now();
  const asked = {
    seller: account.seller,
    analyse: async (from: number, to: number) => (await analyse(site, account, { from, to })).body,
  };
  const orders = await readOrders(site.sandbox, account.seller);
  return (await compare(asked, orders, [now - PERIOD_MS, now])).wrong;
}
