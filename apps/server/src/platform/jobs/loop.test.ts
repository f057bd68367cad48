import { expect, test } from 'vitest';
import { openLoop } from './loop.ts';

/** A loop that finds no item and whose sleep never ends by itself. */
function anIdleLoop(claim: () => Promise<null>) {
  const asleep = Promise.withResolvers<void>();
  const loop = openLoop<never>({
    atOnce: 1,
    idleMs: 1000,
    claim,
    work: async () => {},
    contextOf: () => ({}),
    onError: (error) => expect.unreachable(String(error)),
    clock: {
      now: () => 0,
      sleep: () => {
        asleep.resolve();
        return new Promise(() => {});
      },
    },
  });
  return { loop, asleep: asleep.promise };
}

test('stopping a sleeping loop ends its sleep', async () => {
  const { loop, asleep } = anIdleLoop(async () => null);
  loop.start();
  await asleep;
  await expect(loop.stop()).resolves.toBeUndefined();
});

test('a loop that is stopped during a claim does not sleep', async () => {
  const claimed = Promise.withResolvers<null>();
  const { loop } = anIdleLoop(() => claimed.promise);
  loop.start();
  const stopped = loop.stop();
  claimed.resolve(null);
  await expect(stopped).resolves.toBeUndefined();
});
