import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { note } from '../kit/figures.ts';
import type { Product } from '../kit/product.ts';
import type { Change } from './changes.ts';

/** A release step that has one more file each time. */
export interface ReleaseStep {
  /** Adds the file of a change, so that the next run applies it. */
  add(change: Change): Promise<void>;
  /** Starts the release step as a process. `ended` gives its exit code, or null when it was killed. */
  start(): { kill(): void; ended: Promise<number | null> };
  /** Waits until PostgreSQL has noticed that a killed release step is gone. */
  untilGone(): Promise<void>;
}

export async function openReleaseStep(product: Product): Promise<ReleaseStep> {
  const folder = join(product.folder, `${product.database}-migrations`);
  await mkdir(folder);
  return {
    add: ({ file, sql }) =>
      writeFile(
        join(folder, file),
        `-- migrate:up${/\bconcurrently\b/.test(sql) ? ' transaction:false' : ''}\n${sql}\n\n-- migrate:down\n`,
      ),
    start() {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'step.process.ts')], {
        env: {
          ...process.env,
          MIGRATE_DATABASE_URL: product.postgres.url(product.database, 'owner'),
          MIGRATIONS: folder,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        for (const line of text.trim().split('\n')) note(line);
      });
      return {
        kill: () => void child.kill('SIGKILL'),
        ended: new Promise((resolve) => child.on('close', resolve)),
      };
    },
    async untilGone() {
      for (;;) {
        const left = await product.sql(
          "select from pg_stat_activity where datname = current_database() and application_name = 'prumo-migrate'",
        );
        if (left.length === 0) return;
        await sleep(50);
      }
    },
  };
}
