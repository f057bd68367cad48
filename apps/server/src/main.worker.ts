import { readConfig } from '#platform/config.ts';
import { onStop } from '#platform/process.ts';
import { openWorker } from './app.ts';

const worker = await openWorker(readConfig());
onStop(worker.log, worker.close);
worker.log.info('working');
