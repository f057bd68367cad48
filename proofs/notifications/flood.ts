import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { isShort } from '../kit/arguments.ts';
import type { Measure } from '../kit/figures.ts';
import { send } from './burst.ts';
import type { Site } from './site.ts';

/** The maximum time until a real pedido is stored, among made-up notifications. */
const WITHIN_MS = 10_000;
/** A real pedido that is not stored after this time counts as lost. */
const LONGEST_MS = 60_000;

/**
 * An attacker without the secret sends well-formed notifications about one seller and pedidos that do not
 * exist. Meanwhile Mercado Livre announces one real pedido, and another is announced through the address
 * without the secret.
 */
export async function flood(site: Site, size: { madeUp: number; perSecond: number }): Promise<Measure[]> {
  const seller = await site.aSeller(100);
  await site.pollFrom(seller);
  const before = await site.calls();
  const things = Array.from({ length: size.madeUp }, (_, n) => ({
    ...{ user_id: seller, topic: 'orders_v2', resource: `/orders/${6_000_000_000 + n}` },
  }));
  const flooding = send({
    ...{ port: site.port, path: '/api/notificacoes/mercado-livre', applicationId: MERCADO_LIVRE_CLIENT.id },
    ...{ perSecond: size.perSecond, seconds: size.madeUp / size.perSecond, things },
    ...{ duplicated: 0, reordered: 0, strange: 0 },
  });
  await sleep(((size.madeUp / size.perSecond) * 1000) / 2);
  const trusted = await site.sellOne(seller);
  const announced = await arrival(site, seller, trusted);
  const hinted = await site.sellUnannounced(seller);
  const found = await arrival(site, seller, hinted);
  const sent = await flooding;
  const after = await site.calls();
  const [rows] = await site.sql(
    "select count(*)::int as n from notificacoes where seller_id = $1 and recurso like '6%'",
    [seller],
  );
  const about = `among ${sent.sent} made-up notifications at ${size.perSecond}/s`;
  return [
    {
      name: 'time until an announced pedido arrives among made-up notifications, s',
      value: announced / 1000,
      ...(!isShort && { bar: { max: WITHIN_MS / 1000 } }),
      size: about,
    },
    {
      name: 'time until a pedido announced without the secret arrives among made-up notifications, s',
      value: found / 1000,
      ...(!isShort && { bar: { max: WITHIN_MS / 1000 } }),
      size: about,
    },
    {
      name: 'real pedidos that arrived among made-up notifications',
      value: [announced, found].filter((ms) => ms < LONGEST_MS).length,
      bar: { exactly: 2 },
    },
    { name: 'rows of made-up pedidos', value: rows?.n, bar: { exactly: 0 } },
    {
      name: 'calls for a thousand made-up notifications',
      value: ((after.total - before.total) * 1000) / sent.sent,
      bar: { max: 100 },
      size: `${after.total - before.total} calls`,
    },
  ];
}

async function arrival(site: Site, seller: number, id: number): Promise<number> {
  const began = performance.now();
  for (; performance.now() - began < LONGEST_MS; await sleep(100)) {
    const rows = await site.sql('select from pedidos where seller_id = $1 and id = $2', [seller, id]);
    if (rows.length > 0) break;
  }
  return performance.now() - began;
}
