import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../tools/ports.ts';
import { isPlanted } from './arguments.ts';
import { missedDefects, note, shortFigures } from './figures.ts';

export interface Place {
  folder: string;
  /**
   * The first of twenty consecutive free ports. They are below 32768, because the kernel gives higher ports
   * to outgoing connections.
   */
  port: number;
  /** Registers a clean-up. At the end the clean-ups run in reverse order. */
  onEnd(stop: () => Promise<unknown>): void;
}

/**
 * Runs a proof in its own folder and on its own ports, cleans up after success and failure, and ends the
 * process.
 */
export async function prove(run: (place: Place) => Promise<void>): Promise<never> {
  const folder = await mkdtemp(join(tmpdir(), 'prumo-prove-'));
  // When root runs a proof, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  // A signal and the failure that it causes clear at the same time. The process must not end before both are done.
  let clearing: Promise<void> | undefined;
  const clearOnce = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop())
      await stop().catch((error) => console.error(error));
  };
  const clear = () => {
    clearing ??= clearOnce();
    return clearing;
  };
  process.once('SIGINT', () => void clear().then(() => process.exit(130)));
  process.once('SIGTERM', () => void clear().then(() => process.exit(143)));
  const began = Date.now();
  let failed = false;
  try {
    await run({ folder, port: await freePorts(20, [21_000, 21_980]), onEnd: (stop) => stops.push(stop) });
  } catch (error) {
    failed = true;
    console.error(error);
  }
  await clear();
  note(`${Math.round((Date.now() - began) / 1000)} s in total`);
  process.exit(missedDefects() > 0 || (isPlanted && failed) ? 2 : failed || shortFigures() > 0 ? 1 : 0);
}
