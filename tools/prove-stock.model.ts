import { walk } from '../apps/server/src/testing/stock-model.ts';
import { randomOf } from './prove-stock.attempts.ts';

/** Runs of random commands through the rules and through a model of their own; each run has a seed to be repeated with. */
export function walkAll(runs: number, steps: number, seed: number) {
  const began = performance.now();
  const divergences: string[] = [];
  let taken = 0;
  let accepted = 0;
  for (let run = 0; run < runs; run++) {
    const own = seed + run;
    const walked = walk(steps, randomOf(own));
    taken += walked.taken;
    accepted += walked.accepted;
    if (walked.divergence) divergences.push(`seed ${own}, step ${walked.taken}: ${walked.divergence}`);
  }
  return { taken, accepted, divergences, perSecond: taken / ((performance.now() - began) / 1000) };
}
