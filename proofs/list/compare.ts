import { fork, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mkdtempSync } from 'node:fs';
import { secretsInFiles, untilReady } from '../../tools/stack.ts';
import { answerOf } from '../kit/child.ts';
import { cpuSeconds } from '../kit/cpu.ts';
import { figure, median } from '../kit/figures.ts';
import { NO_LIMITS, openProduct, openStage } from '../kit/product.ts';
import { prove } from '../kit/proof.ts';
import { seedMarcas } from './seed.ts';

/** Compares the cost of a page with an earlier checkout, whose folder BEFORE names. Its dependencies are installed. */
const BEFORE = process.env['BEFORE'] ?? '';
const ROUNDS = Number(process.env['ROUNDS'] ?? 15);
await prove(async (place) => {
  const stage = await openStage(place, { fsync: 'off', shared_buffers: '512MB', max_wal_size: '4GB' });
  const product = await openProduct(stage, { settings: { ...NO_LIMITS, DATABASE_POOL: '10' } });
  const operator = await product.anOperator();
  await seedMarcas(product.postgres.url('prumo'), operator.empresaId, { large: 20_000, empresas: 20, each: 500 });
  const metricsPort = product.ports.smtp;
  const after = (await product.serve({ METRICS_PORT: String(metricsPort) })).child;
  const before = spawn(process.execPath, [join(BEFORE, 'apps/server/src/main.http.ts')], {
    cwd: join(BEFORE, 'apps/server'), stdio: 'inherit',
    env: { ...process.env, ...secretsInFiles({ ...product.env, PORT: String(product.ports.media) }, mkdtempSync(join(tmpdir(), 'prumo-secrets-'))) },
  });
  place.onEnd(async () => void before.kill('SIGKILL'));
  await untilReady(`http://127.0.0.1:${product.ports.media}/readyz`);
  const load = fork(join(import.meta.dirname, '../kit/throughput.http.ts'));
  const measure = async (child: { pid?: number }, port: number) => {
    const all = async () => {
      const found = await product.admin.query("select pid from pg_stat_activity where application_name = 'prumo'");
      return [await cpuSeconds([child.pid ?? 0]), await cpuSeconds(found.rows.map((r: { pid: number }) => r.pid))];
    };
    const [a, b] = await all();
    const { perSecond } = await answerOf<{ perSecond: number }>(load, { port, path: '/api/marcas?limite=50', cookie: operator.cookie, connections: 50, seconds: 2 });
    const [c, d] = await all();
    const n = perSecond * 2;
    return { node: ((c ?? 0) - (a ?? 0)) * 1e6 / n, whole: ((c ?? 0) - (a ?? 0) + (d ?? 0) - (b ?? 0)) * 1e6 / n, perSecond };
  };
  const scrape = setInterval(() => void fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((r) => r.text()), 5000);
  const rounds: { b: Awaited<ReturnType<typeof measure>>; a: Awaited<ReturnType<typeof measure>> }[] = [];
  for (let turn = -2; turn < ROUNDS; turn++) {
    const order = turn % 2 === 0;
    const first = order ? await measure(before, product.ports.media) : await measure(after, product.ports.api);
    const second = order ? await measure(after, product.ports.api) : await measure(before, product.ports.media);
    if (turn >= 0) rounds.push(order ? { b: first, a: second } : { b: second, a: first });
  }
  clearInterval(scrape);
  const began = performance.now();
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  figure('scrape ms', performance.now() - began);
  figure('series', text.split('\n').filter((l) => l && !l.startsWith('#')).length);
  load.disconnect();
  figure('node cpu before us', median(rounds.map(({ b }) => b.node)));
  figure('node cpu after us', median(rounds.map(({ a }) => a.node)));
  figure('node cpu ratio', median(rounds.map(({ a, b }) => a.node / b.node)));
  figure('whole cpu before us', median(rounds.map(({ b }) => b.whole)));
  figure('whole cpu after us', median(rounds.map(({ a }) => a.whole)));
  figure('whole cpu ratio', median(rounds.map(({ a, b }) => a.whole / b.whole)));
  figure('throughput ratio', median(rounds.map(({ a, b }) => a.perSecond / b.perSecond)));
  console.log(rounds.map(({ a, b }) => (a.node / b.node).toFixed(3)).join(' '));
  figure('throughput before', median(rounds.map(({ b }) => b.perSecond)));
});
