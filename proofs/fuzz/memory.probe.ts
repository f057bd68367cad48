import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Memory {
  /** Bytes in use after a garbage collection. */
  used: number;
  rss: number;
  /** Whether a request has added a property to `Object.prototype`. */
  isPolluted: boolean;
}

/**
 * Node loads this file before the server. On SIGUSR2 it collects garbage and writes the memory in use to a
 * file, because no other process can measure the heap.
 */
setFlagsFromString('--expose_gc');
const gc: () => void = runInNewContext('gc');

process.on('SIGUSR2', () => {
  gc();
  gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const isPolluted = 'poluido' in {};
  const memory: Memory = { used: heapUsed + external, rss, isPolluted };
  writeFileSync(process.env['FUZZ_MEMORY'] ?? '', JSON.stringify(memory));
});
