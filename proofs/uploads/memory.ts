import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 25;

/** Measures memory until `stop`, which returns the largest growth and what was sent at that moment. */
export async function watchMemory(readMb: () => Promise<number>) {
  const before = await readMb();
  let [isOver, most, about, at] = [false, before, '', ''];
  const watching = (async () => {
    while (!isOver) {
      const now = await readMb();
      if (now > most) [most, at] = [now, about];
      await sleep(EVERY_MS);
    }
  })();
  return {
    note(what: string) {
      about = what;
    },
    async stop() {
      isOver = true;
      await watching;
      return {
        growth: Math.round(most - before),
        at: `from ${Math.round(before)} MB; most at: ${at || 'rest'}`,
      };
    },
  };
}
