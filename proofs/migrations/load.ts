import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../kit/figures.ts';
import type { Product } from '../kit/product.ts';
import type { Shop } from './seed.ts';

interface Sent {
  /** The instant at which the request was due, by `performance.now`. */
  due: number;
  ms: number;
}

export interface Load {
  /** The failed requests, each with the name of the time in which it was due. */
  failed: string[];
  /** Names the time that begins: quiet, or a change. */
  during(name: string): void;
  sent(): number;
  /** The latencies of the requests that were due in a span, in rising order. Waits for their answers. */
  latencies(from: number, to: number): Promise<number[]>;
  stop(): Promise<void>;
}

export const p99 = (sorted: readonly number[]) => percentile(sorted, 0.99);

/**
 * Sends reads and writes of many empresas at a fixed rate, without waiting for answers (open loop). A latency begins at
 * the instant at which its request was due. Three in ten requests write rows of produtos.
 */
export function startLoad(product: Product, shops: readonly Shop[], perSecond: number): Load {
  const agent = new Agent({ keepAlive: true });
  const sent: Sent[] = [];
  const failed: string[] = [];
  const pending = new Set<Promise<void>>();
  let isStopped = false;
  let time = 'warm-up';

  const kinds = [page, one, page, enter, page, one, save, page, search, create];
  const running = (async () => {
    const began = performance.now();
    for (let n = 0; !isStopped; n++) {
      const due = began + (n * 1000) / perSecond;
      if (due > performance.now()) await sleep(due - performance.now());
      const shop = shops[n % shops.length] as Shop;
      const kind = kinds[Math.floor(n / shops.length) % kinds.length] as (typeof kinds)[number];
      const now = time;
      const answer = kind(shop, due).catch((error: Error) => void failed.push(`${now}: ${error.message}`));
      pending.add(answer);
      void answer.then(() => pending.delete(answer));
    }
    await Promise.all(pending);
    agent.destroy();
  })();

  async function page(shop: Shop, due: number): Promise<void> {
    await ask(shop, due, 'GET', '/api/produtos?limite=25');
  }
  async function search(shop: Shop, due: number): Promise<void> {
    await ask(shop, due, 'GET', `/api/produtos?busca=SKU-${1 + Math.floor(Math.random() * 1000)}&limite=25`);
  }
  async function one(shop: Shop, due: number): Promise<void> {
    await ask(shop, due, 'GET', `/api/produtos/${any(shop.produtos)}`);
  }
  /** A movimento changes the row of its produto. */
  async function enter(shop: Shop, due: number): Promise<void> {
    await ask(shop, due, 'POST', '/api/movimentos', {
      ...{ id: randomUUID(), tipo: 'entrada', produto_id: any(shop.produtos), deposito_id: shop.deposito_id },
      ...{ destino_id: null, quantidade: '1', saldo_lido: null, motivo: null },
    });
  }
  async function create(shop: Shop, due: number): Promise<void> {
    await ask(shop, due, 'POST', '/api/produtos', fields(shop, randomUUID()));
  }
  /** Creates a produto of its own, and then changes it, because two edits of one version conflict. */
  async function save(shop: Shop, due: number): Promise<void> {
    const name = randomUUID();
    const { id, versao } = JSON.parse(await ask(shop, due, 'POST', '/api/produtos', fields(shop, name)));
    const changed = { ...fields(shop, name), preco_venda: '2.50', versao };
    await ask(shop, performance.now(), 'PUT', `/api/produtos/${id}`, changed);
  }

  async function ask(shop: Shop, due: number, method: string, path: string, body?: object): Promise<string> {
    const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sending = request(
        {
          ...{ agent, host: '127.0.0.1', port: product.ports.api, method, path },
          headers: {
            ...{ cookie: shop.cookie, origin: product.origin },
            ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
          response.on('error', reject);
        },
      );
      sending.on('error', reject);
      sending.end(body && JSON.stringify(body));
    });
    sent.push({ due, ms: performance.now() - due });
    if (status >= 400)
      throw new Error(`${method} ${path.replace(/[?0-9].*/, '…')} answered ${status} ${codeOf(text)}`);
    return text;
  }

  return {
    failed,
    during(name) {
      time = name;
    },
    sent: () => sent.length,
    async latencies(from, to) {
      await Promise.all(pending);
      return sent
        .filter(({ due }) => due >= from && due < to)
        .map(({ ms }) => ms)
        .sort((a, b) => a - b);
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

const codeOf = (text: string) => /"codigo":"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 100);

const any = (ids: readonly string[]) => ids[Math.floor(Math.random() * ids.length)] ?? '';

const fields = ({ marca_id, categoria_id, fornecedor_id }: Shop, name: string) => ({
  ...{ nome: `Peça ${name}`, sku: name, marca_id, categoria_id, fornecedor_id, depositos: [] },
  ...{ cod_referencia: [], custo_unitario: '1', preco_venda: '2', fotos: [] },
});
