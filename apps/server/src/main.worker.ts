import { readConfig } from '#platform/config.ts';
import { guardConsole, onStop } from '#platform/process.ts';
import { openWorker } from './app.ts';

const worker = await openWorker(readConfig());
guardConsole(worker.log);
onStop(worker.log, worker.close);
worker.log.info('working');
