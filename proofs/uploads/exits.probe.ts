import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';

/**
 * Node loads this file before http and worker. It records how each of their children ended. The product ends an image
 * process by SIGKILL, so every other end is a crash of a decoder.
 */
const file = process.env['UPLOADS_EXITS'];

subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess };
  if (!file) return;
  child.once('exit', (code, signal) => {
    const isImages = child.spawnargs.some((each) => each.includes('images.process'));
    if (isImages) appendFileSync(file, `${signal ?? code}\n`);
  });
});
