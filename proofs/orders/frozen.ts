import { setTimeout as sleep } from 'node:timers/promises';
import type { Measure } from '../kit/figures.ts';
import { judge } from './judge.ts';
import type { Shop, Site } from './site.ts';

/** The resources that a worker reads in one batch. */
const BATCH = 20;
const PATIENCE_S = 60;

interface Order {
  id: number;
  shipping: { id: number };
}

/**
 * Both workers freeze after they have read half of a batch. Its orders are called off or leave, and a third worker
 * reads that. Then the frozen workers go on and write what they had read before, which is older.
 */
export async function frozen(site: Site, shop: Shop): Promise<Measure[]> {
  const { standIn, relay, workers } = site;
  const post = (path: string, body: object) => standIn.control<Order>('POST', path, body);
  relay.setWeather({ lost: 0, doubled: 0, latestS: 0 });
  const linked = shop.listings.filter(({ produto, isKit }) => produto !== null && !isKit);
  const reads = async () => (await standIn.calls()).rotas['GET /orders/:id']?.total ?? 0;
  const before = await reads();
  const orders: Order[] = [];
  for (let n = 0; n < BATCH; n++)
    orders.push(
      await post(`/vendedores/${shop.seller}/venda`, {
        ...{ anuncio: linked[n % linked.length]?.anuncio, quantidade: 2, logistica: 'drop_off' },
      }),
    );
  await relay.flush(true);
  while ((await reads()) < before + BATCH / 2) await sleep(5);
  for (const { child } of workers) child.kill('SIGSTOP');
  await site.advance(120);
  const changes = [
    ({ id }: Order) => post(`/vendas/${id}/cancelar`, {}),
    ({ id }: Order) => post(`/vendas/${id}/desfazer`, {}),
    ({ id }: Order) => post(`/vendas/${id}/nao-cumprir`, {}),
    ({ shipping }: Order) => post(`/envios/${shipping.id}/avancar`, { ate: 'saiu' }),
  ];
  for (const [n, order] of orders.entries()) await changes[n % changes.length]?.(order);
  await relay.flush(true);
  await site.hurry();
  const third = site.product.run('worker');
  const isRead = await site.drain(PATIENCE_S);
  for (const { child } of workers) child.kill('SIGCONT');
  const written = await untilQuiet(site);
  await third.kill();
  return [
    {
      name: 'batches of frozen workers that another worker read',
      value: isRead ? 1 : 0,
      bar: { exactly: 1 },
    },
    { name: 'frozen workers that wrote their batch late', value: written ? 1 : 0, bar: { exactly: 1 } },
    ...(await judge(site, [shop], ', read by a frozen worker')),
  ];
}

/** Waits until the workers that went on have no transaction and no call open for some time. */
async function untilQuiet(site: Site): Promise<boolean> {
  let last = await progress(site);
  for (let still = 0, n = 0; n < 600; n++) {
    await sleep(100);
    const next = await progress(site);
    still = next === last ? still + 1 : 0;
    last = next;
    if (still >= 30) return true;
  }
  return false;
}

const progress = async ({ standIn, sql }: Site) =>
  JSON.stringify([
    (await standIn.calls()).total,
    await sql(
      `select count(*) filter (where state <> 'idle')::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'prumo' and query ilike '%vendas%'`,
    ),
  ]);
