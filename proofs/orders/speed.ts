import { Agent, type ClientRequest, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Boletim } from '../../packages/contract/src/novidades.ts';
import { type Measure, percentile, timeBar } from '../kit/figures.ts';
import type { Shop, Site } from './site.ts';

export interface SpeedSize {
  perSecond: number;
}

const BAR_MS = 2000;
const PATIENCE_MS = 60_000;
/** Its changes name the produtos whose stock changed. */
const TABELA = 'movimentos_estoque';
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });

/**
 * Sells each produto once, at a steady rate, while a screen of each seller listens. A sale counts from the answer to its
 * notification until the screen hears of its produto.
 */
export async function speed(
  site: Site,
  shops: readonly Shop[],
  { perSecond }: SpeedSize,
): Promise<Measure[]> {
  const { relay, standIn } = site;
  relay.setWeather({ lost: 0, doubled: 0, latestS: 0 });
  const heard = new Map<string, number[]>();
  const hear = (id: string, at: number) => void heard.set(id, [...(heard.get(id) ?? []), at]);
  const screens = await Promise.all(shops.map((shop) => openScreen(site, shop, hear)));
  const produtoOf = new Map<string, string>();
  const soldAt = new Map<string, number>();
  const acceptedAt = new Map<string, number>();
  const listen = (body: string, at: number) => {
    const order = /"\/orders\/(\d+)"/.exec(body)?.[1];
    if (order !== undefined && !acceptedAt.has(order)) acceptedAt.set(order, at);
  };
  relay.onPassed.add(listen);
  const sales = takeTurns(shops.map(salesOf));
  const before = await site.work();
  const began = performance.now();
  const passing = new Set<Promise<void>>();
  for (const [n, { seller, anuncio, produto }] of sales.entries()) {
    await sleep(Math.max(0, began + (n / perSecond) * 1000 - performance.now()));
    const body = { anuncio, quantidade: 1, logistica: 'drop_off' };
    const sold = performance.now();
    const { id } = await standIn.control<{ id: number }>('POST', `/vendedores/${seller}/venda`, body);
    produtoOf.set(String(id), produto);
    soldAt.set(String(id), sold);
    const passed = relay.flush(true);
    passing.add(passed);
    void passed.finally(() => passing.delete(passed));
  }
  const rate = sales.length / ((performance.now() - began) / 1000);
  await Promise.all(passing);
  /**
   * Takes the first event about the produto since the sale. Earlier ones are about its first stock. When the answer to
   * a notification is lost, the copy that is sent again may be accepted after the event, and the time is zero.
   */
  const timeOf = (order: string, produto: string) => {
    const sold = soldAt.get(order) ?? 0;
    const seen = heard.get(produto)?.find((at) => at > sold) ?? Number.POSITIVE_INFINITY;
    return Math.max(0, seen - (acceptedAt.get(order) ?? sold));
  };
  const isUnseen = () => [...produtoOf].some(([order, produto]) => !Number.isFinite(timeOf(order, produto)));
  for (const until = Date.now() + PATIENCE_MS; isUnseen() && Date.now() < until; ) {
    await sleep(50);
    await relay.flush(true);
  }
  const after = await site.work();
  relay.onPassed.delete(listen);
  for (const close of screens) close();
  const times = [...produtoOf].map(([order, produto]) => timeOf(order, produto));
  times.sort((one, other) => one - other);
  const perOrder = (part: keyof typeof before) => ((after[part] - before[part]) / sales.length) * 1000;
  return [
    {
      name: 'orders per second while screens listen',
      value: rate,
      size: `${sales.length} orders, ${perSecond} per second asked`,
    },
    ...(Object.keys(before) as (keyof typeof before)[]).map((part) => ({
      name: `processor time for an order, ${part}, ms`,
      value: perOrder(part),
    })),
    {
      name: 'sales that no screen heard of',
      value: times.filter((ms) => !Number.isFinite(ms)).length,
      bar: { exactly: 0 },
    },
    {
      name: 'notification accepted until the reserva is on a screen, p50, ms',
      value: percentile(times, 0.5),
    },
    {
      name: 'notification accepted until the reserva is on a screen, p95, ms',
      ...{
        value: percentile(times, 0.95),
        bar: timeBar(BAR_MS),
        size: `slowest ${Math.round(times.at(-1) ?? 0)}`,
      },
    },
  ];
}

interface Sale {
  seller: number;
  anuncio: string;
  produto: string;
}

/** One listing of each produto, and none of those that share one or have variations. */
const salesOf = ({ seller, listings, stock }: Shop): Sale[] =>
  listings
    .slice(0, stock.size)
    .flatMap(({ anuncio, produto }) => (produto === null ? [] : [{ seller, anuncio, produto }]));

/** The first sale of each seller, then the second of each: buyers do not empty one shop after the other. */
const takeTurns = (bySeller: readonly (readonly Sale[])[]): Sale[] =>
  Array.from({ length: Math.max(...bySeller.map(({ length }) => length)) }, (_, n) =>
    bySeller.flatMap((sales) => sales[n] ?? []),
  ).flat();

/**
 * Opens the stream of events as a page does, and opens it again from the last event when it ends. Resolves to its end
 * when the first event has come.
 */
function openScreen(
  { product }: Site,
  { operator, stock }: Shop,
  hear: (produto: string, at: number) => void,
): Promise<() => void> {
  const headers = { accept: 'text/event-stream', cookie: operator.cookie, 'x-empresa': operator.empresaId };
  const { promise, resolve, reject } = Promise.withResolvers<() => void>();
  const path = '/api/novidades';
  let request: ClientRequest;
  let isClosed = false;
  let last: string | undefined;
  const close = () => {
    isClosed = true;
    request.destroy();
  };
  function open(): void {
    const since = last === undefined ? {} : { 'last-event-id': last };
    const options = {
      host: '127.0.0.1',
      port: product.ports.api,
      path,
      agent,
      headers: { ...headers, ...since },
    };
    request = get(options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`the stream answered ${response.statusCode}`));
      let text = '';
      response.setEncoding('utf8');
      response.on('error', () => {});
      response.on('close', () => isClosed || open());
      response.on('data', (piece: string) => {
        text += piece;
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          last = /^id: ?(.+)$/m.exec(event)?.[1] ?? last;
          const data = /^data: ?(\{.*)$/m.exec(event)?.[1];
          if (data === undefined) continue;
          const { novidades = [], recomece }: Partial<Boletim> = JSON.parse(data);
          // A page reads everything again when the changes are too many to name.
          const isAll = recomece || novidades.some(({ tabela, ids }) => tabela === TABELA && ids === null);
          for (const id of isAll ? stock.keys() : []) hear(id, performance.now());
          for (const { tabela, ids } of novidades)
            if (tabela === TABELA) for (const id of ids ?? []) hear(id, performance.now());
          resolve(close);
        }
      });
    });
    request.on('error', (error) => isClosed || reject(error));
  }
  open();
  return promise;
}
