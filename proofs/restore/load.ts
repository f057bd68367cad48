import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Operator, Product } from '../kit/product.ts';
import { aDeposito, aProduto, createAs, someReferences } from '../kit/records.ts';
import { hashOf, type Shadow } from './shadow.ts';

/** One of so many rounds uploads an image. */
const IMAGES = 6;

export const marcaHash = (row: { nome: string; descricao: string | null; logo: string | null }) =>
  hashOf(JSON.stringify([row.nome, row.descricao, row.logo]));

export interface Shop extends Operator {
  produtoId: string;
  depositoId: string;
}

/** An empresa with a produto whose stock the writers move. */
export async function aShop(product: Product): Promise<Shop> {
  const operator = await product.anOperator();
  const create = createAs(product, operator);
  const references = await someReferences(create);
  const depositoId = await aDeposito(create, 'Central');
  const produtoId = await aProduto(create, {
    ...{ ...references, nome: 'Filtro', sku: 'FLT' },
    depositos: [depositoId],
  });
  return { ...operator, produtoId, depositoId };
}

/** Writes until it is stopped, and notes every acknowledged write in the shadow. */
export function startLoad(product: Product, shops: readonly Shop[], shadow: Shadow, writers: number) {
  let isOver = false;
  let refused = 0;

  /** Sends a write. Returns nothing if the server did not acknowledge it. */
  async function send<T>(shop: Shop, method: string, path: string, body: object) {
    const sent = Date.now();
    const answer = await product
      .ask(shop, method, path, body, { 'idempotency-key': randomUUID() })
      .catch(() => undefined);
    const acked = Date.now();
    if (answer !== undefined && answer.status < 300)
      return { ...(JSON.parse(answer.text) as T), sent, acked };
    refused++;
    return undefined;
  }

  async function upload(shop: Shop, n: number): Promise<string | null> {
    const image = await sharp({
      create: { width: 8, height: 8, channels: 3, background: { r: n % 256, g: 9, b: 99 } },
    })
      .png()
      .toBuffer();
    const answer = await fetch(`${product.api}/api/arquivos/logos`, {
      method: 'POST',
      body: new Uint8Array(image),
      headers: {
        ...{ cookie: shop.cookie, origin: product.origin, 'idempotency-key': randomUUID() },
        'content-type': 'application/octet-stream',
      },
    }).catch(() => undefined);
    return answer?.ok ? ((await answer.json()) as { url: string }).url : null;
  }

  async function noteObject(shop: Shop, url: string | null, sent: number, acked: number): Promise<void> {
    const id = /([0-9a-f-]{36})\.webp$/.exec(url ?? '')?.[1];
    if (id === undefined) return;
    const file = join(product.folder, 'arquivos/publico', shop.empresaId, `${id}.webp`);
    const bytes = await readFile(file).catch(() => null);
    if (bytes) shadow.note({ kind: 'objeto', id, hash: hashOf(bytes), sent, acked });
  }

  async function writer(n: number): Promise<void> {
    const shop = shops[n % shops.length];
    if (!shop) return;
    for (let round = 0; !isOver; round++) {
      let logo_url = round % IMAGES === 0 ? await upload(shop, n * 31 + round) : null;
      const nome = `Marca ${randomUUID()}`;
      let versao = 1;
      let id = '';
      // A marca is created, changed and changed again. The last change takes its image away.
      for (const descricao of [null, 'primeira', 'segunda']) {
        if (descricao === 'segunda') logo_url = null;
        const body = { nome, descricao, logo_url };
        const saved = await (id === ''
          ? send<{ id: string; versao: number }>(shop, 'POST', '/api/marcas', body)
          : send<{ id: string; versao: number }>(shop, 'PUT', `/api/marcas/${id}`, { ...body, versao }));
        if (!saved) break;
        if (id === '') await noteObject(shop, logo_url, saved.sent, saved.acked);
        id = saved.id;
        versao = saved.versao;
        const logo = /([0-9a-f-]{36})\.webp$/.exec(logo_url ?? '')?.[1] ?? null;
        const hash = marcaHash({ nome, descricao, logo });
        shadow.note({ kind: 'marca', id, hash, sent: saved.sent, acked: saved.acked });
      }
      const movimento = {
        ...{ id: randomUUID(), tipo: 'entrada', produto_id: shop.produtoId, deposito_id: shop.depositoId },
        ...{ destino_id: null, quantidade: '1', saldo_lido: null, motivo: null },
      };
      const moved = await send(shop, 'POST', '/api/movimentos', movimento);
      if (moved)
        shadow.note({ kind: 'movimento', id: movimento.id, hash: '1', sent: moved.sent, acked: moved.acked });
    }
  }
  const running = Array.from({ length: writers }, (_, n) => writer(n));
  return {
    refused: () => refused,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(running);
    },
  };
}
