import { setFlagsFromString } from 'node:v8';
import { readConfig, refuseSecretsInEnvironment } from '#platform/config.ts';
import { openMetrics } from '#platform/metrics/endpoint.ts';
import { guardConsole, onStop } from '#platform/process.ts';
import { startTracing } from '#platform/tracing/start-tracing.ts';
import { openWorker } from './worker.ts';

// On a large machine V8 lets the heap grow far before it collects garbage. The worker collects once the heap
// has grown by half. No person waits for a worker, so it may spend time to keep its memory small.
setFlagsFromString('--heap-growing-percent=50');

const config = readConfig();
refuseSecretsInEnvironment(config);
const tracing = await startTracing(config, 'prumo-worker');
const worker = await openWorker(config);
const metrics = await openMetrics(config, { isReady: worker.isReady, log: worker.log });
guardConsole(worker.log);
onStop(worker.log, config.PATIENCE, async () => {
  await worker.close();
  await metrics?.close();
  await tracing?.close();
});
worker.log.info('working');
