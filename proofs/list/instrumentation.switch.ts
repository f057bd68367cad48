import { subscribe } from 'node:diagnostics_channel';
import { setPriority } from 'node:os';

/**
 * Node loads this file before the server. Every tenth of a second it switches the instrumentation off or on
 * (`uninstrumented.ts`), and writes the CPU time and the number of responses of the time before.
 */
export const PHASE_MS = 100;
/** In this order a load that rises or falls over four phases weighs on both sides alike. */
const ORDER = [true, false, false, true];

const state = globalThis as unknown as { isUninstrumented: boolean };
state.isUninstrumented = false;
try {
  // Other programs interrupt this process less, and so disturb its caches less.
  setPriority(0, -20);
} catch {
  // Only root may do so.
}

let answered = 0;
let since = process.cpuUsage();
let phase = 0;
subscribe('http.server.response.finish', () => {
  answered++;
});
setInterval(() => {
  const { user, system } = process.cpuUsage(since);
  if (answered > 0)
    process.stdout.write(`PHASE ${state.isUninstrumented ? 'off' : 'on'} ${user + system} ${answered}\n`);
  answered = 0;
  since = process.cpuUsage();
  state.isUninstrumented = ORDER[phase++ % ORDER.length] ?? false;
}, PHASE_MS).unref();
