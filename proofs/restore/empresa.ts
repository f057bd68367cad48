import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { aSession, cookieOf } from '../../apps/server/src/testing/people.ts';
import type { Exportacao } from '../../packages/contract/src/exportacoes.ts';
import { BYTES_DO_PEDACO, type Restauracao } from '../../packages/contract/src/restauracoes.ts';
import { countOf, type Measure } from '../kit/figures.ts';
import { NO_LIMITS, type Operator, openProduct, openStage, type Product, THROWAWAY } from '../kit/product.ts';
import type { Place } from '../kit/proof.ts';
import { aShop, type Shop } from './load.ts';

/** What must be equal in the restored database and in the empresa that its export made. */
const COLUMNS: Readonly<Record<string, string>> = {
  marcas: 'id, nome, descricao, logo_arquivo_id, versao, created_at',
  categorias: 'id, nome, parent_id, versao, created_at',
  fornecedores: 'id, nome, cpf_cnpj, email, versao, created_at',
  depositos: 'id, nome, ativo, versao, created_at',
  produtos: 'id, nome, sku, custo_unitario, preco_venda, versao, created_at',
  produto_deposito: 'id, produto_id, deposito_id, quantidade, versao, created_at',
  movimentos_estoque: 'id, chave, produto_id, deposito_id, tipo, delta, saldo, lote, created_at',
};

/** What the product itself changes without a person: old news are swept, and sums are folded. */
const ITS_OWN = ['novidades', 'contadores'];

/**
 * Takes one empresa out of the restored database with its export, and brings it into a living database beside others.
 * Nothing of the others may change.
 */
export async function restoreEmpresa(
  place: Place,
  from: Product,
  shop: Shop,
  others: number,
): Promise<Measure[]> {
  from.run('worker');
  await from.serve();
  const ana = { ...shop, cookie: cookieOf(await aSession(from.admin, shop)) };
  const zip = await exported(from, ana);

  const folder = join(place.folder, 'living');
  await mkdir(folder);
  const stage = await openStage({ ...place, folder, port: place.port + 10 }, THROWAWAY);
  const living = await openProduct(stage, { settings: NO_LIMITS, log: join(folder, 'processes.log') });
  living.run('worker');
  await living.serve();
  for (let n = 0; n < others; n++) await aShop(living);
  const eva = await living.anOperator('Eva');
  await sealed(living);
  const before = await rowsOfOthers(living, eva);
  await restored(living, eva, zip);
  await sealed(living);
  const after = await rowsOfOthers(living, eva);

  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (table) => before.get(table)?.hash !== after.get(table)?.hash,
  );
  const differing: string[] = [];
  let rows = 0;
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const [left, right] = [
      await hashes(from, ana, table, columns),
      await hashes(living, eva, table, columns),
    ];
    rows += left.size;
    for (const [id, hash] of left) if (right.get(id) !== hash) differing.push(`${table} ${id}`);
    for (const id of right.keys()) if (!left.has(id)) differing.push(`${table} ${id} was added`);
  }
  const counted = [...before.values()].reduce((sum, each) => sum + each.rows, 0);
  return [
    countOf('rows of one empresa that differ after its restore', differing, `${rows} rows`),
    countOf('tables in which a living neighbour changed', changed, `${others} empresas, ${counted} rows`),
  ];
}

async function exported(product: Product, ana: Operator): Promise<Buffer> {
  await product.confirm(ana);
  const { id } = await product.call<Exportacao>(ana, 'POST', '/api/exportacoes', {});
  for (let situacao = 'fazendo'; situacao !== 'pronta'; await sleep(200)) {
    ({ situacao } = await product.call<Exportacao>(ana, 'GET', `/api/exportacoes/${id}`));
    if (situacao !== 'fazendo' && situacao !== 'pronta') throw new Error(`the export ended as ${situacao}`);
  }
  await product.confirm(ana);
  const { url } = await product.call<{ url: string }>(ana, 'POST', `/api/exportacoes/${id}/link`);
  const answer = await fetch(`${product.api}${url}`, { headers: { cookie: ana.cookie } });
  if (!answer.ok) throw new Error(`the download answered ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

async function restored(product: Product, eva: Operator, zip: Buffer): Promise<void> {
  await product.confirm(eva);
  const { id } = await product.call<Restauracao>(eva, 'POST', '/api/restauracoes', {
    nome: 'prumo.zip',
    bytes: zip.byteLength,
  });
  for (let n = 0; n * BYTES_DO_PEDACO < zip.byteLength; n++) {
    const answer = await fetch(`${product.api}/api/restauracoes/${id}/pedacos?numero=${n}`, {
      method: 'POST',
      headers: { cookie: eva.cookie, origin: product.origin, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(zip.subarray(n * BYTES_DO_PEDACO, (n + 1) * BYTES_DO_PEDACO)),
    });
    if (!answer.ok) throw new Error(`piece ${n}: ${await answer.text()}`);
  }
  await product.confirm(eva);
  await product.call(eva, 'POST', `/api/restauracoes/${id}/iniciar`);
  for (;;) {
    const { ultima } = await product.call<{ ultima: Restauracao }>(eva, 'GET', '/api/restauracoes');
    if (ultima.situacao === 'concluida') return;
    if (ultima.situacao !== 'conferindo' && ultima.situacao !== 'restaurando')
      throw new Error(`the restore ended as ${ultima.situacao}: ${ultima.aviso}`);
    await sleep(200);
  }
}

/** Waits until the worker has sealed the atividades of all empresas, so that nothing of theirs is under way. */
async function sealed(product: Product): Promise<void> {
  for (;;) {
    const [row] = await product.sql('select count(*)::int as count from atividades_pendentes');
    if (row?.count === 0) return;
    await sleep(200);
  }
}

async function rowsOfOthers({ sql }: Product, { empresaId }: Operator) {
  const tables = await sql<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'empresa_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all ($1) order by 1`,
    [ITS_OWN],
  );
  const found = new Map<string, { rows: number; hash: string }>();
  for (const { name } of tables) {
    const [row] = await sql<{ rows: number; hash: string }>(
      `select count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as hash
       from ${name} t where empresa_id <> $1`,
      [empresaId],
    );
    if (row) found.set(name, row);
  }
  return found;
}

async function hashes({ sql }: Product, { empresaId }: Operator, table: string, columns: string) {
  const rows = await sql<{ id: string; hash: string }>(
    `select id::text, md5(row(${columns})::text) as hash from ${table} where empresa_id = $1`,
    [empresaId],
  );
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}
