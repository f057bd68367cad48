import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../kit/product.ts';
import { type Change, KILLED } from './changes.ts';
import type { ReleaseStep } from './release-step.ts';

/** Starts a release step and kills it with SIGKILL in the middle of its change, several times. Returns how often. */
export async function killed(
  product: Product,
  step: ReleaseStep,
  { name }: Change,
  kills: number,
): Promise<number> {
  const isInside = name === KILLED.index ? () => isBuilding(product) : await growth(product);
  let count = 0;
  while (count < kills) {
    const running = step.start();
    let isOver = false;
    void running.ended.then(() => {
      isOver = true;
    });
    while (!isOver && !(await isInside())) await sleep(5);
    if (isOver) break;
    // The kill hits any line of a batch. The build of a small index must not end before it.
    if (name !== KILLED.index) await sleep(Math.random() * 50);
    running.kill();
    if ((await running.ended) === null) count++;
    await step.untilGone();
  }
  return count;
}

async function isBuilding({ sql }: Product): Promise<boolean> {
  return (
    (await sql("select from pg_stat_progress_create_index where phase like 'building index%'")).length > 0
  );
}

/** Whether the backfill has changed more rows since the last kill. */
async function growth({ sql }: Product): Promise<() => Promise<boolean>> {
  const changed = async () =>
    Number((await sql<{ n: string }>('select coalesce(max(changed), 0) as n from release.backfills'))[0]?.n);
  let before = await changed();
  return async () => {
    const now = await changed();
    if (now <= before) return false;
    before = now;
    return true;
  };
}
