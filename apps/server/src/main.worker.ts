import { setFlagsFromString } from 'node:v8';
import { readConfig } from '#platform/config.ts';
import { guardConsole, onStop } from '#platform/process.ts';
import { openWorker } from './app.ts';

// Nobody waits for it: garbage is collected at half as much again, not when a large machine runs out of room.
setFlagsFromString('--heap-growing-percent=50');

const worker = await openWorker(readConfig());
guardConsole(worker.log);
onStop(worker.log, worker.close);
worker.log.info('working');
