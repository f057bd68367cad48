import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../tools/postgres.ts';
import { isPlanted, isShort, plantedOf } from '../kit/arguments.ts';
import { countOf, figure, note, planted, show } from '../kit/figures.ts';
import { NO_LIMITS, openProduct, openStage } from '../kit/product.ts';
import { type Place, prove } from '../kit/proof.ts';
import { DEFECTS } from './defects.ts';
import { type Cut, openDisk } from './disk.ts';
import { judge, type Verdict } from './judge.ts';
import { startWriters } from './writers.ts';

/**
 * Cuts the power of the machine that runs PostgreSQL again and again while people save over HTTP. A cut is a copy of the
 * disk at one instant. PostgreSQL then recovers on the copy, which must have every write that was acknowledged before.
 */
const CUTS = isPlanted ? 5 : isShort ? 6 : 50;
const WRITERS = 8;

await prove(async (place) => {
  const defects = plantedOf(DEFECTS);
  if (defects.length === 0) report(await run(place, {}));
  for (const name of defects) {
    const { lost, torn } = await run(place, DEFECTS[name]);
    planted(name, [...lost, ...torn]);
  }
});

interface Outcome extends Verdict {
  acknowledged: number;
  unexpected: string[];
  recoverySeconds: number[];
}

async function run(outer: Place, settings: Record<string, string>): Promise<Outcome> {
  const stops: (() => Promise<unknown>)[] = [];
  const place: Place = { ...outer, onEnd: (stop) => stops.push(stop) };
  const clear = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  outer.onEnd(clear);
  const disk = await openDisk(place);
  // Without `settings`, PostgreSQL keeps its defaults: fsync, full_page_writes and synchronous_commit are on.
  const stage = await openStage(place, settings, `${disk.folder}/postgres`);
  const product = await openProduct(stage, { settings: { ...NO_LIMITS, NODE_ENV: 'development' } });
  await product.serve();
  const writers = await startWriters(product, WRITERS);
  place.onEnd(writers.stop);
  const { marcas, movimentos } = writers.acknowledged;

  const outcome: Outcome = { lost: [], torn: [], acknowledged: 0, unexpected: [], recoverySeconds: [] };
  for (let n = 1; n <= CUTS; n++) {
    await sleep(randomInt(200, 2000));
    const before = { marcas: [...marcas], movimentos: [...movimentos] };
    const { seconds, verdict } = await recover(await disk.cut(), place.port + 10, (client) =>
      judge(client, before),
    );
    outcome.recoverySeconds.push(seconds);
    outcome.lost.push(...verdict.lost.map((each) => `cut ${n}: ${each}`));
    outcome.torn.push(...verdict.torn.map((each) => `cut ${n}: ${each}`));
  }
  await clear();
  return {
    ...outcome,
    acknowledged: marcas.size + movimentos.size,
    unexpected: writers.unexpected,
  };
}

/** Starts PostgreSQL on the disk after the cut, which makes it recover, and looks at its rows. */
async function recover(cut: Cut, port: number, look: (client: pg.Client) => Promise<Verdict>) {
  try {
    // A restarted machine has no process with this id. Here the PostgreSQL with the original disk still runs.
    await rm(`${cut.folder}/postgres/postmaster.pid`);
    const began = performance.now();
    const postgres = await startPostgres({ dir: `${cut.folder}/postgres`, port });
    const seconds = (performance.now() - began) / 1000;
    const client = new pg.Client({ connectionString: postgres.url('prumo') });
    try {
      await client.connect();
      return { seconds, verdict: await look(client) };
    } finally {
      await client.end();
      await postgres.stop();
    }
  } finally {
    await cut.discard();
  }
}

function report({ lost, torn, acknowledged, unexpected, recoverySeconds }: Outcome): void {
  figure('cuts of the power', recoverySeconds.length, { min: CUTS }, `${WRITERS} writers`);
  figure('acknowledged writes', acknowledged, { min: isShort ? 100 : 5000 });
  show([
    countOf('acknowledged writes lost', lost),
    countOf('contradictions between rows after a recovery', torn),
    countOf('unexpected answers', unexpected),
  ]);
  note(`recovery of PostgreSQL: at most ${Math.max(...recoverySeconds).toFixed(1)} s`);
}
