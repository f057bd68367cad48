import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { checkStock } from '../../apps/server/src/modules/movimentos/check.queries.ts';
import { argOf, isShort, numberArgOf, plantedOf } from '../kit/arguments.ts';
import { figure, grouped, note, noteLoad, plantedBy, show } from '../kit/figures.ts';
import { openProduct, openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { measureAttach } from './attach.ts';
import { measureCopy } from './copy.ts';
import { DEFECTS } from './defects.ts';
import { loadLedger } from './load.ts';
import {
  buildIndexes,
  type Costs,
  demandRoom,
  dropIndexes,
  indexesOf,
  LEDGER,
  makeRoom,
  measureSizes,
  measureVacuum,
  printBillion,
  timed,
} from './measure.ts';
import { provePartitions } from './partitions.ts';
import { proveSaldos } from './saldos.ts';
import { drawTargets, judgePlans, measureStatements, ofLargest } from './statements.ts';

/**
 * Loads a large ledger and measures what it costs: bytes, building its indexes, vacuum, freeze, a copy of its
 * files, and the statements of the product. Then it computes the same for 10⁹ movimentos.
 *
 *     --movimentos=<n>   default 100,000,000, which needs 60 GB of disk
 *     --keep=<dir>       keeps the data in this folder, and measures a ledger that the folder already holds
 *     --only=partitions  compares one table with hash partitions by empresa, 10,000,000 movimentos each;
 *                        --partitions=16,32,64 names the numbers of partitions
 *     --only=saldos      measures what the indexes of `produto_deposito` cost a movimento
 */
const MOVIMENTOS = numberArgOf('movimentos') ?? (isShort ? 200_000 : 100_000_000);
const SIZES = {
  movimentos: MOVIMENTOS,
  empresas: isShort ? 50 : 1_000,
  saldos: Math.max(2_000, Math.min(400_000, MOVIMENTOS / 100)),
};

/** Nothing here proves durability. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  shared_buffers: isShort ? '256MB' : '4GB',
  maintenance_work_mem: isShort ? '64MB' : '2GB',
  // A sort ends with an error before it fills the disk.
  temp_file_limit: '14GB',
  // The proof starts every vacuum itself.
  autovacuum: 'off',
};

await prove(async (place) => {
  const kept = argOf('keep');
  const folder = kept ? resolve(kept) : place.folder;
  await mkdir(folder, { recursive: true });
  const data = join(folder, 'postgres');
  const isLoaded = existsSync(join(data, 'PG_VERSION'));
  const stage = await openStage(place, SETTINGS, data);
  noteLoad();
  const only = argOf('only');
  if (only === 'partitions') return provePartitions(stage);
  if (only === 'saldos') return proveSaldos(stage);
  const { postgres } = await openProduct(stage);
  const client = new pg.Client({ connectionString: postgres.url('prumo') });
  await client.connect();
  place.onEnd(() => client.end());
  await client.query('set statement_timeout = 0');

  const costs: Costs = { rows: MOVIMENTOS, bytes: {}, seconds: {} };
  if (!isLoaded) {
    await demandRoom(folder);
    const indexes = await indexesOf(client);
    await dropIndexes(client, indexes);
    await timed(costs, 'loading, without indexes', async () => {
      costs.rows = await loadLedger(client, { ...SIZES, url: postgres.url('prumo') }, LEDGER);
    });
    // Nothing was deleted, so vacuum has no work in an index.
    await measureVacuum(client, costs);
    await measureCopy(client, costs, { data, folder, most: isShort ? 2e8 : 5e9 });
    await buildIndexes(client, costs, indexes, folder);
  }
  if (isLoaded) costs.rows = Number((await client.query(`select count(*) as n from ${LEDGER}`)).rows[0].n);
  note(`${grouped(costs.rows)} movimentos of ${SIZES.empresas} empresas, ${grouped(SIZES.saldos)} saldos`);
  await measureSizes(client, costs);

  const targets = await drawTargets(client, isShort ? 50 : 250);
  const first = ofLargest(targets);
  if (!first) throw new Error('the ledger has no saldo');
  const defects = plantedOf(DEFECTS);
  for (const name of defects) {
    await client.query(DEFECTS[name].sql);
    plantedBy(name, [await judgePlans(postgres.url('prumo'), first, false)], DEFECTS[name].by);
  }
  if (defects.length > 0) return;
  show([await judgePlans(postgres.url('prumo'), first)]);
  await measureStatements(postgres, targets, isShort ? 100 : 500);

  await measureAttach(client, costs);
  show([await judgePlans(postgres.url('prumo'), first, false)]);
  await measureStatements(postgres, targets, isShort ? 100 : 500, ', with two partitions');
  await makeRoom(client, folder, costs);
  await timed(costs, 'comparing stock and ledger', async () => {
    for (const { name, checked, wrong } of await checkStock(client))
      figure(name, wrong, { exactly: 0 }, `of ${grouped(checked)}`);
  });
  noteLoad();
  if (!isShort) printBillion(costs);
});
