import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../kit/product.ts';
import { aDeposito, aProduto, createAs, someReferences } from '../kit/records.ts';

/** The writes that the server has acknowledged until now. */
export interface Acknowledged {
  /** The ids of the created marcas. */
  marcas: Set<string>;
  /** The ids of the movimentos, each of one unit. */
  movimentos: Set<string>;
}

export interface Writers {
  acknowledged: Acknowledged;
  /** Answers other than an acknowledgement and a refusal for lack of capacity. */
  unexpected: string[];
  stop(): Promise<void>;
}

interface Shop {
  cookie: string;
  produto_id: string;
  deposito_id: string;
}

/** Starts writers that save marcas and movimentos over HTTP, and records each acknowledgement. */
export async function startWriters(product: Product, count: number): Promise<Writers> {
  const acknowledged: Acknowledged = { marcas: new Set(), movimentos: new Set() };
  const unexpected: string[] = [];
  const shops = await Promise.all(Array.from({ length: 4 }, () => aShop(product)));
  let isStopped = false;

  /** Sends a write, and adds it to `set` when the server acknowledges it. A refusal for lack of capacity is allowed. */
  async function save(shop: Shop, path: string, body: { id?: string }, set: Set<string>): Promise<void> {
    const key = { 'idempotency-key': randomUUID() };
    const { status, text } = await product.ask(shop, 'POST', path, body, key);
    if (status === 201) set.add(body.id ?? (JSON.parse(text) as { id: string }).id);
    else if (status !== 429 && status !== 503)
      unexpected.push(`${path} answered ${status}: ${text.slice(0, 200)}`);
  }

  async function write(n: number): Promise<void> {
    const shop = shops[n % shops.length] as Shop;
    const { produto_id, deposito_id } = shop;
    while (!isStopped) {
      const marca: object = { nome: `Marca ${randomUUID()}`, descricao: null, logo_url: null };
      await save(shop, '/api/marcas', marca, acknowledged.marcas);
      const entrada = {
        ...{ id: randomUUID(), tipo: 'entrada', produto_id, deposito_id, destino_id: null },
        ...{ quantidade: '1', saldo_lido: null, motivo: null },
      };
      await save(shop, '/api/movimentos', entrada, acknowledged.movimentos);
      await sleep(Math.random() * 20);
    }
  }

  const running = Promise.all(Array.from({ length: count }, (_, n) => write(n)));
  return {
    ...{ acknowledged, unexpected },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

async function aShop(product: Product): Promise<Shop> {
  const { cookie } = await product.anOperator();
  const create = createAs(product, { cookie });
  const references = await someReferences(create);
  const deposito_id = await aDeposito(create, 'Loja');
  const produto_id = await aProduto(create, {
    ...{ ...references, nome: 'Filtro de óleo', sku: 'FLT-1' },
    depositos: [deposito_id],
  });
  return { cookie, produto_id, deposito_id };
}
