import { INICIO_A_CADA_MS } from '../../packages/contract/src/inicio.ts';
import { isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import type { Sizes } from '../kit/bulk.ts';
import { countOf, figure, grouped, note, noteLoad, planted, show, timeBar } from '../kit/figures.ts';
import { proveLatency } from '../kit/latency.ts';
import { NO_LIMITS, openProduct, openStage } from '../kit/product.ts';
import { seedCatalogue } from '../kit/produtos.seed.ts';
import { prove } from '../kit/proof.ts';
import { proveCauses } from './causes.ts';
import { DEFECTS } from './defects.ts';
import { seedSales } from './seed.ts';

/**
 * Measures Início: the latency of its three requests in an empresa with a million produtos and sales of two contas, and
 * the time after which each planted cause appears and closes.
 */
const SIZES: Sizes = {
  ...(isShort ? { empresas: 2, each: 100 } : { empresas: 100, each: 1_000 }),
  large: numberArgOf('produtos') ?? (isShort ? 2_000 : 1_000_000),
};
const PEDIDOS_POR_DIA = numberArgOf('pedidos') ?? (isShort ? 50 : 2_000);

await prove(async (place) => {
  const settings = { fsync: 'off', shared_buffers: isShort ? '128MB' : '2GB', max_wal_size: '8GB' };
  const stage = await openStage(place, settings);
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) return measure(await openProduct(stage, { settings: NO_LIMITS }));
  for (const name of defects) {
    const database = `planted_${name.replaceAll('-', '_')}`;
    const product = await openProduct(stage, { database, settings: NO_LIMITS, edits: DEFECTS[name] });
    const http = await product.serve();
    planted(name, (await proveCauses(product)).findings);
    await http.kill();
  }
});

async function measure(product: Awaited<ReturnType<typeof openProduct>>): Promise<void> {
  const { postgres, ports } = product;
  const operator = await product.anOperator();
  await seedCatalogue(postgres.url('prumo'), operator.empresaId, SIZES);
  await seedSales(product.sql, operator, PEDIDOS_POR_DIA);
  note(
    `${grouped(SIZES.large)} produtos, ${grouped(PEDIDOS_POR_DIA)} pedidos a day in each of two contas; pages ask every ${INICIO_A_CADA_MS / 1000} s`,
  );
  await product.serve();
  for (let n = 0; n < 100; n++)
    await product.call(operator, 'POST', '/api/marcas', {
      ...{ nome: `Marca nova ${n}`, descricao: null, logo_url: null },
    });
  noteLoad();
  const of = (path: string) => [{ path, cookie: operator.cookie }];
  await proveLatency('what waits, stock and first steps', ports.api, of('/api/inicio'));
  await proveLatency('sales of 60 days', ports.api, of('/api/inicio/vendas'));
  await proveLatency('newest changes', ports.api, of('/api/inicio/atividade'));
  noteLoad();
  const { appeared, closed, findings } = await proveCauses(product);
  const late = (ms: readonly number[]) => (Math.max(...ms) + INICIO_A_CADA_MS) / 1000;
  figure(
    'a cause appears on an open page: s, worst',
    late(appeared),
    timeBar(60),
    `${appeared.length} causes`,
  );
  figure('a row closes on an open page: s, worst', late(closed), timeBar(60), `${closed.length} causes`);
  show([
    countOf('causes that did not appear, close or offer an action', findings, `${appeared.length} causes`),
  ]);
}
