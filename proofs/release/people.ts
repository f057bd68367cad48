import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoteDeProdutos } from '../../packages/contract/src/lotes.ts';
import { numberArgOf } from '../kit/arguments.ts';
import type { Product } from '../kit/product.ts';
import { aProduto, createAs, someReferences } from '../kit/records.ts';
import { startLateBodies } from './late-bodies.ts';

/** The pause of a person after a read or a new marca. A long one leaves the processors to other work. */
const PAUSE_MS = numberArgOf('pause') ?? 20;
/** How many produtos each bulk change covers. */
const PRODUTOS = 40;
/** The price of every produto at the start, in cents. Each bulk change adds one cent. */
const START = 1000;

export interface People {
  answered: number;
  /** Requests without an answer, or with another one than the expected. */
  failed: string[];
  /** The changes whose body followed its head, and those of them that failed. */
  late: { answered: number; failed: string[] };
  /** The bulk changes that ended. */
  lotes: number;
  stop(): Promise<void>;
  /** Compares the rows with what the people were told. */
  judge(): Promise<string[]>;
}

interface Shop {
  empresaId: string;
  cookie: string;
  /** The ids of the marcas that were acknowledged. */
  marcas: string[];
  lotes: number;
}

/** Starts people who read, save and change prices in bulk through the balancer, until they are stopped. */
export async function startPeople(product: Product, address: string, empresas: number): Promise<People> {
  const shops = await Promise.all(Array.from({ length: empresas }, () => aShop(product)));
  const failed: string[] = [];
  const count = { answered: 0, lotes: 0 };
  let isStopped = false;

  async function ask<T>(shop: Shop, method: string, path: string, body?: object): Promise<T | undefined> {
    try {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          ...{ cookie: shop.cookie, origin: product.origin },
          ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      count.answered++;
      if (response.ok) return JSON.parse(text) as T;
      failed.push(`${method} ${path} answered ${response.status}: ${text.slice(0, 200)}`);
    } catch (error) {
      failed.push(`${method} ${path}: ${error instanceof Error ? (error.cause ?? error) : error}`);
    }
    return undefined;
  }

  const until = async (work: () => Promise<void>) => {
    while (!isStopped) await work();
  };
  const readers = shops.map((shop) =>
    until(async () => {
      await ask(shop, 'GET', '/api/produtos?limite=25');
      await sleep(PAUSE_MS);
    }),
  );
  const writers = shops.map((shop) =>
    until(async () => {
      const body = { nome: `Marca ${randomUUID()}`, descricao: null, logo_url: null };
      const marca = await ask<{ id: string }>(shop, 'POST', '/api/marcas', body);
      if (marca) shop.marcas.push(marca.id);
      await sleep(PAUSE_MS);
    }),
  );
  const changers = shops.map((shop) =>
    until(async () => {
      const reajuste = { modo: 'reais', valor: '0.01', arredondar: 'nao' };
      const body = { selecao: { filtro: {}, exceto: [] }, mudanca: { tipo: 'preco', reajuste } };
      let lote = await ask<LoteDeProdutos>(shop, 'POST', '/api/lotes', body);
      const id = lote?.id;
      // A lote ends even while the people stop, so that every started one is counted.
      while (id && (lote?.terminado_em ?? null) === null) {
        await sleep(200);
        lote = await ask<LoteDeProdutos>(shop, 'GET', `/api/lotes/${id}`);
      }
      if (lote && (lote.situacao !== 'concluido' || lote.alterados !== PRODUTOS))
        failed.push(`a lote ended as ${lote.situacao} with ${lote.alterados} changes`);
      shop.lotes++;
      count.lotes++;
    }),
  );
  const running = Promise.all([...readers, ...writers, ...changers]);
  const late = shops.map(({ cookie, marcas }) =>
    startLateBodies(address, { cookie, origin: product.origin }, (id) => marcas.push(id)),
  );
  return {
    get answered() {
      return count.answered;
    },
    get lotes() {
      return count.lotes;
    },
    failed,
    get late() {
      return {
        answered: late.reduce((sum, { answered }) => sum + answered, 0),
        failed: late.flatMap(({ failed }) => failed),
      };
    },
    async stop() {
      isStopped = true;
      await Promise.all([running, ...late.map((each) => each.stop())]);
    },
    judge: async () => (await Promise.all(shops.map((shop) => judge(product, shop)))).flat(),
  };
}

async function judge({ sql }: Product, { empresaId, marcas, lotes }: Shop): Promise<string[]> {
  const prices = await sql<{ price: string; count: string }>(
    'select preco_venda::text as price, count(*)::text as count from produtos where empresa_id = $1 group by 1',
    [empresaId],
  );
  const wanted = ((START + lotes) / 100).toFixed(2);
  const findings = prices
    .filter(({ price }) => price !== wanted)
    .map(({ price, count }) => `${count} produtos cost ${price} instead of ${wanted}`);
  const lost = await sql<{ id: string }>(
    'select id from unnest($2::uuid[]) as told (id) except select id from marcas where empresa_id = $1',
    [empresaId, marcas],
  );
  return [...findings, ...lost.map(({ id }) => `the marca ${id} is lost`)];
}

async function aShop(product: Product): Promise<Shop> {
  const { cookie, empresaId } = await product.anOperator();
  const create = createAs(product, { cookie });
  const references = await someReferences(create);
  const preco_venda = (START / 100).toFixed(2);
  for (let n = 0; n < PRODUTOS; n++)
    await aProduto(create, { ...references, nome: `Filtro ${n}`, sku: `FLT-${n}`, preco_venda });
  return { empresaId, cookie, marcas: [], lotes: 0 };
}
