import { walk } from '../../apps/server/src/testing/stock-model.ts';
import { belowOf } from '../kit/random.ts';

/**
 * Applies random commands to the product's rules and to an independent model. The seed of a run repeats it.
 */
export function walkAll(runs: number, steps: number, seed: number) {
  const began = performance.now();
  const divergences: string[] = [];
  let taken = 0;
  let accepted = 0;
  for (let run = 0; run < runs; run++) {
    const own = seed + run;
    const walked = walk(steps, belowOf(own));
    taken += walked.taken;
    accepted += walked.accepted;
    if (walked.divergence) divergences.push(`seed ${own}, step ${walked.taken}: ${walked.divergence}`);
  }
  return { taken, accepted, divergences, perSecond: taken / ((performance.now() - began) / 1000) };
}
