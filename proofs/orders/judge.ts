import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { countOf, type Measure } from '../kit/figures.ts';
import { expectedOf, NOTHING, type Shown, say, type Truth } from '../kit/sales.truth.ts';
import type { Shop, Site } from './site.ts';

interface Row extends Shown {
  id: string;
  pedido_id: string;
  anuncio_id: string;
  variacao_id: string;
  produto_id: string;
  saida_pendente: number;
  /** The lines of the ledger about the pedido: saidas, and what they add up to. */
  saidas: number;
  moved: number;
}

interface Found {
  orders: number;
  units: number;
  wrong: string[];
  ledger: string[];
  doubled: string[];
  faltas: string[];
  lacking: number;
  returns: string[];
  conferred: number;
}

/** Compares every order of every seller with the stand-in's truth, and the stock with all of them. */
export async function judge(site: Site, shops: readonly Shop[], about = ''): Promise<Measure[]> {
  const found: Found = {
    ...{
      orders: 0,
      units: 0,
      wrong: [],
      ledger: [],
      doubled: [],
      faltas: [],
      lacking: 0,
      returns: [],
      conferred: 0,
    },
  };
  for (const shop of shops) await judgeShop(site, shop, found);
  const { wrong, ledger, doubled, faltas, returns } = found;
  const size = `${found.orders} orders, ${found.units} units`;
  return [
    countOf(`orders that differ from the truth${about}`, wrong, size),
    countOf(`orders whose lines of the ledger differ from the truth${about}`, ledger, size),
    countOf(`saidas written twice${about}`, doubled, size),
    countOf(
      `produtos whose falta or saldo differs from the truth${about}`,
      faltas,
      `${found.lacking} units lack`,
    ),
    countOf(
      `returns that a person cannot confirm exactly once${about}`,
      returns,
      `${found.conferred} returns`,
    ),
    await checked(site, about),
  ];
}

async function judgeShop(site: Site, shop: Shop, found: Found): Promise<void> {
  const { seller, operator, saida } = shop;
  const truths = await Array.fromAsync(site.standIn.orders<Truth>(seller, '/estoque'));
  const rows = await site.sql<Row>(
    `select r.id, r.pedido_id, r.anuncio_id, r.variacao_id, r.produto_id, r.reservado, r.saiu, r.saida_pendente,
       r.a_conferir, r.nao_enviar, coalesce(m.saidas, 0)::int as saidas, coalesce(m.moved, 0)::int as moved
     from reservas r left join (
       select motivo, count(*) filter (where tipo = 'saida') as saidas, sum(delta) as moved
       from movimentos_estoque where empresa_id = $1 and origem = 'venda' group by 1
     ) m on m.motivo = 'Pedido ' || r.pedido_id
     where r.empresa_id = $1 and r.seller_id = $2`,
    [operator.empresaId, seller],
  );
  const byKey = new Map(rows.map((row) => [`${row.pedido_id} ${row.anuncio_id} ${row.variacao_id}`, row]));
  const produtoOf = new Map(
    shop.listings.flatMap(({ anuncio, variacoes, produto }) =>
      variacoes.map((v) => [`${anuncio} ${v}`, produto]),
    ),
  );
  const needed = new Map<string, number>();
  const left = new Map<string, number>();
  for (const truth of truths) {
    found.orders++;
    found.units += truth.quantidade;
    const item = `${truth.anuncio} ${truth.variacao ?? ''}`;
    const produto = produtoOf.get(item) ?? null;
    const must = produto === null ? NOTHING : expectedOf(truth, saida);
    const row = byKey.get(`${truth.pedido} ${item}`);
    byKey.delete(`${truth.pedido} ${item}`);
    // Units that left before the saldo covered them wait as promised units.
    const waiting = row?.saida_pendente ?? 0;
    const is: Shown = row
      ? { ...row, reservado: row.reservado - waiting, saiu: row.saiu + waiting }
      : NOTHING;
    if (say(is) !== say(must))
      found.wrong.push(`seller ${seller} pedido ${truth.pedido}: ${say(is)}; must be ${say(must)}`);
    if (row && row.moved !== -(must.saiu - waiting))
      found.ledger.push(
        `seller ${seller} pedido ${truth.pedido}: ${row.moved} moved, must be ${-(must.saiu - waiting)}`,
      );
    if (row && row.saidas > 1)
      found.doubled.push(`seller ${seller} pedido ${truth.pedido}: ${row.saidas} saidas`);
    if (produto === null) continue;
    add(needed, produto, must.reservado + must.saiu);
    add(left, produto, must.saiu);
  }
  for (const key of byKey.keys()) found.wrong.push(`seller ${seller}: a reserva of no order: ${key}`);
  await judgeFaltas(site, shop, { needed, left, found });
  await confer(site, shop, { rows, found });
}

const add = (sums: Map<string, number>, key: string, units: number) =>
  void sums.set(key, (sums.get(key) ?? 0) + units);

/**
 * What lacks of a produto follows from its first stock and from what was sold, whichever sale was written first. A
 * produto with plenty lacks nothing, and its saldo is what did not leave.
 */
async function judgeFaltas(
  { sql, product }: Site,
  { seller, operator, stock, hasOneDeposito }: Shop,
  { needed, left, found }: { needed: Map<string, number>; left: Map<string, number>; found: Found },
): Promise<void> {
  const saldos = await sql<{ produto_id: string; saldo: number; reservado: number }>(
    `select produto_id, sum(quantidade)::int as saldo, sum(reservado)::int as reservado from produto_deposito
     where empresa_id = $1 group by 1`,
    [operator.empresaId],
  );
  for (const { produto_id, saldo, reservado } of saldos) {
    const first = stock.get(produto_id) ?? 0;
    const must = Math.max(0, (needed.get(produto_id) ?? 0) - first);
    const is = Math.max(0, reservado - saldo);
    found.lacking += must;
    if (is !== must)
      found.faltas.push(`seller ${seller} produto ${produto_id}: falta ${is}, must be ${must}`);
    if (must === 0 && saldo !== first - (left.get(produto_id) ?? 0))
      found.faltas.push(
        `seller ${seller} produto ${produto_id}: saldo ${saldo}, must be ${first - (left.get(produto_id) ?? 0)}`,
      );
    if (must === 0 || !hasOneDeposito) continue;
    const { itens, mais } = await product.call<{ itens: { falta: number }[]; mais: boolean }>(
      operator,
      'GET',
      `/api/reservas?produto_id=${produto_id}`,
    );
    const shown = itens.reduce((sum, { falta }) => sum + falta, 0);
    if (!mais && shown !== must)
      found.faltas.push(`seller ${seller} produto ${produto_id}: the list shows ${shown}, must be ${must}`);
  }
}

/** A person confirms each return, twice with the same id. The sellable unit enters once. */
async function confer(
  { sql, product }: Site,
  { seller, operator }: Shop,
  { rows, found }: { rows: readonly Row[]; found: Found },
): Promise<void> {
  for (const { id, pedido_id, a_conferir } of rows) {
    if (a_conferir === 0) continue;
    const chave = randomUUID();
    const body = { id: chave, vendavel: a_conferir, avariado: 0, deposito_id: null };
    const path = `/api/reservas/${id}/conferencia`;
    const statuses: number[] = [];
    for (let n = 0; n < 2; n++) statuses.push((await product.ask(operator, 'POST', path, body)).status);
    const [entered] = await sql<{ units: number }>(
      'select coalesce(sum(delta), 0)::int as units from movimentos_estoque where empresa_id = $1 and chave = $2',
      [operator.empresaId, chave],
    );
    found.conferred++;
    if (entered?.units !== a_conferir || statuses.some((status) => status !== 201))
      found.returns.push(
        `seller ${seller} pedido ${pedido_id}: ${entered?.units} of ${a_conferir}, ${statuses}`,
      );
  }
}

/** The product's own check of all stock, as a person runs it. */
async function checked({ product }: Site, about: string): Promise<Measure> {
  const entry = join(import.meta.dirname, '../../apps/server/src/main.check-stock.ts');
  const env = { ...process.env, MIGRATE_DATABASE_URL: product.postgres.url(product.database, 'owner') };
  const told = await promisify(execFile)(process.execPath, [entry], { env }).catch(
    (error: { stdout?: string; message: string }) => ({ stdout: error.stdout || `${error.message} short` }),
  );
  const findings = told.stdout.split('\n').filter((line) => line.includes('short'));
  return countOf(`checks of stock:check that find something${about}`, findings);
}
