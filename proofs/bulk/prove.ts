import { setTimeout as sleep } from 'node:timers/promises';
import type { LoteDeProdutos } from '../../packages/contract/src/lotes.ts';
import type { Produto } from '../../packages/contract/src/produtos.ts';
import { isPlanted, isShort, numberArgOf, plantedOf, seed as chance } from '../kit/arguments.ts';
import type { Edit } from '../kit/edits.ts';
import { countOf, grouped, type Measure, note, noteLoad, plantedBy, show, timeBar } from '../kit/figures.ts';
import { NO_LIMITS, type Operator, openProduct, openStage, type Product, type Stage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { belowOf } from '../kit/random.ts';
import { DEFECTS } from './defects.ts';
import { judgeChange, judgeUndo, REAJUSTE, remember } from './judge.ts';
import { seed } from './seed.ts';

/**
 * Changes the price of many produtos while the worker is killed, compares every price with a model, edits some produtos,
 * undoes the change while the worker is killed again, and compares every produto with its state before.
 */
const PRODUTOS = numberArgOf('produtos') ?? (isShort ? 4000 : 100_000);
const KILLS = numberArgOf('kills') ?? (isShort ? 2 : 5);
const SECONDS = 120;
/** A kill comes up to so many milliseconds after its progress was seen, so that it hits any line of a step. */
const KILL_WITHIN_MS = isPlanted ? 2000 : 300;
const below = belowOf(chance);
/** Produtos that the request leaves out, and those that a person edits before the undo. */
const LEFT_OUT = 10;
const EDITED = 20;

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  // PostgreSQL keeps its defaults: fsync and synchronous_commit are on.
  const stage = await openStage(place, { shared_buffers: '512MB', max_wal_size: '4GB' });
  if (defects.length === 0) {
    show(await run(stage, { database: 'prumo', produtos: PRODUTOS, kills: KILLS }));
    noteLoad();
  }
  for (const [n, name] of defects.entries()) {
    const { edits, by } = DEFECTS[name];
    plantedBy(name, await run(stage, { database: `prumo_${n}`, produtos: 4000, kills: 3, edits }), by);
  }
});

interface Size {
  database: string;
  produtos: number;
  kills: number;
  edits?: readonly Edit[];
}

async function run(stage: Stage, { database, produtos, kills, edits = [] }: Size): Promise<Measure[]> {
  const product = await openProduct(stage, { database, settings: NO_LIMITS, edits });
  const ana = await product.anOperator('Ana');
  const { empresaId, userId } = ana;
  await seed(stage.postgres.url(database), { empresaId, userId, produtos });
  note(`${grouped(produtos)} produtos, Node ${process.version}`);
  await product.serve();
  const exceto = await idsOf(product, empresaId, `limit ${LEFT_OUT}`);
  await remember(product, empresaId, exceto);

  const body = { selecao: { filtro: {}, exceto }, mudanca: { tipo: 'preco', reajuste: REAJUSTE } };
  const changed = await killing(product, ana, { path: '/api/lotes', body, kills });
  const afterChange = await judgeChange(product, empresaId, changed.lote.id);
  const edited = (await idsOf(product, empresaId, `and preco_venda > 50 limit ${EDITED + LEFT_OUT}`))
    .filter((id) => !exceto.includes(id))
    .slice(0, EDITED);
  for (const id of edited) await edit(product, ana, id);
  const undone = await killing(product, ana, { path: `/api/lotes/${changed.lote.id}/desfazer`, kills });
  const afterUndo = await judgeUndo(product, { empresaId, undo: undone.lote.id, edited });
  await product.kill();
  const size = (what: Killed) =>
    `${grouped(what.lote.alterados)} changed, ${grouped(what.lote.recusados)} refused, ${what.kills} kills`;
  return [
    countOf('differences from the model after the change', afterChange, size(changed)),
    { name: 'seconds of the change, kills included', value: changed.seconds, bar: timeBar(SECONDS) },
    { name: 'kills during the change', value: changed.kills, bar: { min: kills } },
    countOf('differences from the state before, after the undo', afterUndo, size(undone)),
    { name: 'seconds of the undo, kills included', value: undone.seconds, bar: timeBar(SECONDS) },
    { name: 'kills during the undo', value: undone.kills, bar: { min: kills } },
  ];
}

async function idsOf({ sql }: Product, empresaId: string, rest: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(`select id from produtos where empresa_id = $1 ${rest}`, [empresaId]);
  return rows.map(({ id }) => id);
}

/** Edits a produto as its form does. */
async function edit(product: Product, ana: Operator, id: string): Promise<void> {
  const { nome, sku, cod_referencia, custo_unitario, fotos, marca_id, categoria_id, fornecedor_id, versao } =
    await product.call<Produto>(ana, 'GET', `/api/produtos/${id}`);
  await product.call(ana, 'PUT', `/api/produtos/${id}`, {
    ...{ sku, cod_referencia, custo_unitario, fotos, marca_id, categoria_id, fornecedor_id, versao },
    ...{ nome: `${nome}, editada`, preco_venda: '77.77', depositos: [] },
  });
}

interface Killed {
  lote: LoteDeProdutos;
  kills: number;
  seconds: number;
}

/** Starts a lote and a worker. Kills the worker after some progress, `kills` times, and starts another each time. */
async function killing(
  product: Product,
  ana: Operator,
  { path, body, kills: wanted }: { path: string; body?: object; kills: number },
): Promise<Killed> {
  const began = performance.now();
  let lote = await product.call<LoteDeProdutos>(ana, 'POST', path, body);
  let worker = product.run('worker');
  let kills = 0;
  while (lote.terminado_em === null) {
    // The kills are spread over the whole work.
    if (kills < wanted && lote.feitos > (lote.total * kills) / (wanted + 1) && lote.situacao === 'fazendo') {
      await sleep(below(KILL_WITHIN_MS));
      await worker.kill();
      kills++;
      worker = product.run('worker');
    }
    await sleep(50);
    lote = await product.call<LoteDeProdutos>(ana, 'GET', `/api/lotes/${lote.id}`);
  }
  const seconds = (performance.now() - began) / 1000;
  await worker.kill();
  if (lote.situacao !== 'concluido') throw new Error(`the lote ended as ${lote.situacao}: ${lote.aviso}`);
  return { lote, kills, seconds };
}
