import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MERCADO_LIVRE_CLIENT } from '../../apps/sandbox/src/mercado-livre/oauth/application.ts';
import { givePassword, hashPassword } from '../../apps/server/src/testing/people.ts';
import { ROOT } from '../../tools/stack.ts';
import { connect } from '../kit/contas.ts';
import type { Edit } from '../kit/edits.ts';
import { idsOf } from '../kit/listings.ts';
import { NO_LIMITS, type Operator, openProduct, portsOf, type Stage } from '../kit/product.ts';
import { aDeposito, createAs, someReferences } from '../kit/records.ts';
import { openStandIn } from '../kit/stand-in.ts';
import { ESTOQUE, PECAS, type Peca, photoOf } from './produtos.ts';

/** What the stand-in sells: a listing, or a variation of one, and the produto that it is here. */
export interface Oferta {
  anuncio: string;
  variacao: number | null;
  peca: Peca;
}

export const SENHA = 'prumo-prova-1';
const SELLER = 7_300_000_001;
const LISTINGS = 12;
/** The listings 3 and 10 of a seller of the stand-in have variations. This many of each are sold. */
const SOLD_VARIATIONS = 2;
const POLL_MS = 250;
const UPLOAD_TRIES = 30;
/** A delivery that a busy machine answers too late comes again after a second instead of a minute. */
const NOTIFICATION_HOUR_MS = 60_000;

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Starts http with the built web, a worker and the stand-in, and connects a seller whose sales reserve stock. */
export async function openSite(stage: Stage, database: string, edits: readonly Edit[] = []) {
  const ports = portsOf(stage.port);
  const origin = `http://localhost:${ports.api}`;
  const product = await openProduct(stage, {
    database,
    edits,
    isBuilt: edits.length === 0,
    settings: {
      ...NO_LIMITS,
      ...{ MERCADO_LIVRE_CALLS_PER_SECOND: '100000', LOG_LEVEL: 'silent', PUBLIC_URL: origin },
      ...{ MEDIA_PORT: String(ports.media), WEB_DIST: join(ROOT, 'apps/web/dist') },
    },
  });
  const standIn = await openStandIn(stage);
  await product.serve();
  product.run('worker');
  await standIn.unlimited();
  const path = `/api/notificacoes/mercado-livre/${MERCADO_LIVRE_CLIENT.callbackSecret}`;
  await standIn.setApplication({
    callback: `${product.api}${path}`,
    topicos: ['orders_v2', 'shipments', 'post_purchase'],
  });
  await standIn.control('PATCH', '/notificacoes', { horaMs: NOTIFICATION_HOUR_MS });
  await standIn.aSeller({ id: SELLER, apelido: 'AUTOPECAS', semente: 1, anuncios: LISTINGS, vendas: 0 });
  const operator = await product.anOperator();
  await givePassword(product.admin, operator.userId, await hashPassword(SENHA));
  const produtos = await stockProdutos(product, operator);
  const ofertas = await offer({ product, standIn }, operator, produtos);
  const conta = await connect(product, operator, SELLER, 3);
  await product.call(operator, 'PUT', `/api/contas/${conta.id}/vendas`, {
    ...{ reserva_desde: new Date(Date.now() - 3_600_000).toISOString(), saida_em: 'despacho' },
    ...{ depositos: [], versao: 0 },
  });

  const { sql } = product;
  return {
    ...{ product, standIn, sql, origin, operator, produtos, ofertas, seller: SELLER },
    /** Waits until this query counts what it must. Returns whether it did in time. */
    async counts(text: string, wanted: number, patienceS: number): Promise<boolean> {
      for (const end = Date.now() + patienceS * 1000; Date.now() < end; await sleep(POLL_MS)) {
        const [row] = await sql<{ n: number }>(`select (${text})::int as n`);
        if (row?.n === wanted) return true;
      }
      return false;
    },
    async close(): Promise<void> {
      await product.kill();
      await standIn.stop();
    },
  };
}

type Product = Awaited<ReturnType<typeof openProduct>>;

/** Creates the produtos with a photo and stock, in two depositos. Returns their ids by SKU. */
async function stockProdutos(product: Product, operator: Operator): Promise<Map<string, string>> {
  const create = createAs(product, operator);
  const references = await someReferences(create);
  const depositos = [await aDeposito(create, 'Loja Centro'), await aDeposito(create, 'Galpão')];
  const ids = new Map<string, string>();
  for (const [n, peca] of PECAS.entries()) {
    const deposito_id = depositos[n % 4 === 3 ? 1 : 0] ?? '';
    const id = await create('/api/produtos', {
      ...{ nome: peca.nome, sku: peca.sku, cod_referencia: peca.codigo ? [peca.codigo] : [] },
      ...{ custo_unitario: '20', preco_venda: '50', fotos: [await upload(product, operator, peca)] },
      ...references,
      depositos: [{ deposito_id, quantidade: String(ESTOQUE), quantidade_lida: null }],
    });
    ids.set(peca.sku, id);
  }
  return ids;
}

/** A busy machine refuses a photo for now, and a person sends it again. */
async function upload({ api, origin }: Product, { cookie }: Operator, peca: Peca): Promise<string> {
  for (let tries = UPLOAD_TRIES; ; tries--) {
    const answer = await fetch(`${api}/api/arquivos/fotos`, {
      method: 'POST',
      headers: {
        ...{ origin, cookie, 'content-type': 'application/octet-stream' },
        'idempotency-key': crypto.randomUUID(),
      },
      body: photoOf(peca),
    });
    if (answer.ok) return ((await answer.json()) as { url: string }).url;
    if (answer.status !== 503 || tries === 1)
      throw new Error(`a photo answered ${answer.status}: ${await answer.text()}`);
    await sleep(1000);
  }
}

/** Links each produto to a listing of the seller, or to one of the variations of a listing. */
async function offer(
  { product, standIn }: { product: Product; standIn: Awaited<ReturnType<typeof openStandIn>> },
  { empresaId }: Operator,
  produtos: ReadonlyMap<string, string>,
): Promise<Oferta[]> {
  const places: Omit<Oferta, 'peca'>[] = [];
  for (let n = 0; n < LISTINGS; n++) {
    const { anuncio, variacoes } = await idsOf(standIn, SELLER, places[0]?.anuncio, n);
    for (const variacao of variacoes.slice(0, SOLD_VARIATIONS))
      places.push({ anuncio, variacao: variacao === '' ? null : Number(variacao) });
  }
  if (places.length !== PECAS.length)
    throw new Error('the listings have other variations than this proof expects');
  const ofertas = places.flatMap((place, n) => (PECAS[n] ? [{ ...place, peca: PECAS[n] }] : []));
  for (const { anuncio, variacao, peca } of ofertas)
    await product.sql(
      `insert into anuncios (empresa_id, marketplace, seller_id, anuncio_id, variacao_id, titulo, estado,
         categoria_externa_id, sku, sku_proprio, preco, quantidade, is_full, atualizado_em, produto_id)
       values ($1, 'mercado-livre', $2, $3, $4, $5, 'ativo', 'MLB1', $6, true, 50, 1, false, now(), $7)`,
      [
        ...[empresaId, String(SELLER), anuncio, String(variacao ?? ''), peca.nome, peca.sku],
        produtos.get(peca.sku),
      ],
    );
  return ofertas;
}
