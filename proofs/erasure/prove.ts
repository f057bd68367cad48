import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DadosDoTitular, Encontrado, PedidoDeTitular } from '../../packages/contract/src/titulares.ts';
import { isShort, plantedOf } from '../kit/arguments.ts';
import { countOf, figure, grouped, note, noteLoad, planted, show, timeBar } from '../kit/figures.ts';
import {
  NO_LIMITS,
  type Operator,
  openProduct,
  openStage,
  type Product,
  type Stage,
  THROWAWAY,
} from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { DEFECTS, type Defect } from './defects.ts';
import { type Mark, plantPerson } from './person.ts';
import { hitsIn } from './search.ts';

/**
 * Proves that the export of a person finds everything, and that the erasure leaves no byte of it in tables, indexes,
 * statistics, the store and the logs. `person.ts` plants the person in every personal column.
 */
const CLIENTES = isShort ? 2_000 : 1_000_000;
const EXPORT_S = 60;
const ERASURE_S = 300;

await prove(async (place) => {
  const stage = await openStage(place, THROWAWAY);
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) await proveErasure(stage);
  for (const [n, name] of defects.entries()) {
    const { left } = await run(stage, { database: `planted_${n}`, clientes: 10, defect: DEFECTS[name] });
    planted(name, left);
  }
});

async function proveErasure(stage: Stage): Promise<void> {
  const result = await run(stage, { database: 'prumo', clientes: CLIENTES, defect: {} });
  noteLoad();
  figure('marks planted', result.planted);
  figure('marks found on disk before the erasure', result.before, { min: result.planted });
  show([
    countOf('marks that the export does not contain', result.missing),
    countOf('marks left in tables, indexes and statistics after VACUUM FULL', result.left),
    countOf('marks in the object store', result.inStore),
    countOf('marks in the logs of the product', result.inLogs),
  ]);
  figure(
    's to find and export the person',
    result.exportS,
    timeBar(EXPORT_S),
    `among ${grouped(CLIENTES)} clientes`,
  );
  figure('s to erase the person', result.eraseS, timeBar(ERASURE_S), `among ${grouped(CLIENTES)} clientes`);
  note(
    `marks still in pages after plain VACUUM: ${result.afterVacuum} (unreachable by SQL; PostgreSQL reuses the space)`,
  );
  note(
    `marks still in the WAL: ${result.inWal} (recycled by PostgreSQL; an archive keeps them as long as its backups)`,
  );
}

interface Options {
  database: string;
  clientes: number;
  defect: Defect;
}

async function run(stage: Stage, { database, clientes, defect }: Options) {
  const log = join(stage.folder, `${database}.log`);
  const product = await openProduct(stage, { database, log, settings: { ...NO_LIMITS, LOG_LEVEL: 'debug' } });
  const { sql } = product;
  if (defect.sql) await sql(defect.sql);
  await product.serve();
  product.run('worker');
  const ana = await product.anOperator();
  await fill(product, ana, clientes);
  const person = await plantPerson(product, ana);
  if (defect.afterwards) await sql(defect.afterwards);
  const all: Mark[] = [...person.marks, person.hash];
  const base = join(stage.folder, 'postgres', 'base');
  // The statistics of the planner store values too.
  await sql('analyze');
  await sql('checkpoint');
  const before = new Set((await hitsIn(base, all)).map((hit) => hit.slice(hit.indexOf(': '))));

  const pedido = await product.call<PedidoDeTitular>(ana, 'POST', '/api/titulares/pedidos', {
    ...{ tipo: 'eliminacao', nome: person.nome, contato: person.cpf, recebido_em: '2026-11-16' },
  });
  const path = `/api/titulares/pedidos/${pedido.id}`;
  let began = performance.now();
  const registros = await findAll(product, ana, person);
  await product.call(ana, 'PUT', `${path}/registros`, { registros });
  const copy = JSON.stringify(await product.call<DadosDoTitular>(ana, 'POST', `${path}/exportacao`));
  const exportS = (performance.now() - began) / 1000;
  const missing = person.marks.filter(({ bytes }) => !copy.includes(bytes)).map(({ where }) => where);

  await product.confirm(ana);
  began = performance.now();
  await product.call(ana, 'POST', `${path}/eliminacao`);
  await untilAnswered(product, ana, pedido.id);
  const eraseS = (performance.now() - began) / 1000;

  await sql('vacuum');
  await sql('checkpoint');
  const afterVacuum = (await hitsIn(base, all)).length;
  // Rewrites every table with its indexes, and then the statistics, which ANALYZE has replaced.
  await sql('vacuum (full, analyze)');
  await sql('vacuum full pg_catalog.pg_statistic');
  await sql('checkpoint');
  const result = {
    ...{ planted: all.length, before: before.size, missing, exportS, eraseS, afterVacuum },
    left: await hitsIn(base, all),
    inStore: await hitsIn(storeOf(product), all),
    inLogs: await hitsIn(log, all),
    inWal: (await hitsIn(join(stage.folder, 'postgres', 'pg_wal'), all)).length,
  };
  await product.kill();
  return result;
}

function storeOf({ env }: Product): string {
  return JSON.parse(env['STORAGE'] ?? '{}').root;
}

/** Adds clientes with one change each in the history, so that the search and the erasure work among many. */
async function fill({ sql }: Product, { empresaId, userId }: Operator, clientes: number): Promise<void> {
  const BATCH = 100_000;
  for (let from = 0; from < clientes; from += BATCH)
    await sql(
      `with quiet as materialized (select set_config('session_replication_role', 'replica', true)),
       made as (
         insert into clientes (empresa_id, user_id, nome, cpf_cnpj, email)
         select $1, $2, 'Cliente ' || n, lpad(n::text, 11, '1'), 'cliente' || n || '@exemplo.com.br'
         from quiet, generate_series($3::int + 1, $4::int) n returning *)
       insert into historico (empresa_id, lote, tabela, registro_id, operacao, depois, user_id)
       select empresa_id, uuidv7(), 'clientes', id, 'I', to_jsonb(made) - 'busca' - 'nome_ordem' - 'senha', user_id from made`,
      [empresaId, userId, from, Math.min(from + BATCH, clientes)],
    );
}

/** Finds the records by document and by name, as a membro who answers does. */
async function findAll(
  product: Product,
  ana: Operator,
  { nome, cpf, cnpj }: { nome: string; cpf: string; cnpj: string },
) {
  const found = new Map<string, Pick<Encontrado, 'tabela' | 'id'>>();
  for (const busca of [nome, cpf, cnpj]) {
    const { itens } = await product.call<{ itens: Encontrado[] }>(ana, 'POST', '/api/titulares/procura', {
      busca,
    });
    for (const { tabela, id } of itens) found.set(id, { tabela, id });
  }
  return [...found.values()];
}

async function untilAnswered(product: Product, ana: Operator, id: string): Promise<void> {
  for (;;) {
    const { itens } = await product.call<{ itens: PedidoDeTitular[] }>(ana, 'GET', '/api/titulares/pedidos');
    if (itens.find((each) => each.id === id)?.situacao === 'atendido') return;
    await pause(50);
  }
}
