import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askedFor } from '#modules/mercado-livre/orders/order-pages.ts';
import { afterStep, isDone, isWhole, narrower, nextStep, type Progress } from './window.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 15, 15, 44, 47);

const fresh = (): Progress => ({
  completeSince: null,
  historySince: NOW - 365 * DAY,
  spanMs: DAY,
  changesSince: NOW - DAY,
  seenUntil: null,
  syncedUntil: null,
});

/** A sale at the marketplace that changes once, at `changedAt`. */
interface Sale {
  createdAt: number;
  changedAt: number;
}

const sale = fc
  .tuple(fc.integer({ min: 0, max: 364 * DAY }), fc.integer({ min: 0, max: 40 * DAY }))
  .map(([ago, later]): Sale => ({ createdAt: NOW - ago, changedAt: NOW - ago + later }));

/** Simulates a search with the strictest filters, which ignore the minutes of both ends. */
function search(sales: readonly Sale[], progress: Progress, clock: number, theirs = clock) {
  const step = nextStep(progress, clock);
  const window = { from: new Date(step.from), to: step.to === null ? null : new Date(step.to) };
  const [from, to] = askedFor({ ...window, wants: 'every' }, clock);
  const coarse = (instant: number) => Math.floor(instant / HOUR) * HOUR;
  const found = sales.flatMap((each, id) => {
    if (each.createdAt > theirs) return [];
    const updated = each.changedAt <= theirs ? each.changedAt : each.createdAt;
    const at = step.by === 'created' ? each.createdAt : updated;
    return at >= coarse(from) && at <= coarse(to) ? [{ id, updated }] : [];
  });
  const latest = found.length === 0 ? null : Math.max(...found.map(({ updated }) => updated));
  return { step, found, came: { count: found.length * 40, latest, startedAt: clock, tookMs: 1000 } };
}

test('all sales and changes arrive, whenever they happen and however often a step is lost or cut', () => {
  fc.assert(
    fc.property(
      fc.array(sale, { maxLength: 60 }),
      fc.infiniteStream(
        fc.record({
          fate: fc.constantFrom('lost', 'cut', 'done' as const),
          pauseMs: fc.integer({ min: 100, max: 3 * DAY }),
        }),
      ),
      // The marketplace's clock differs from ours.
      fc.integer({ min: -20 * HOUR, max: 40 * DAY }),
      (sales, steps, ahead) => {
        let progress = fresh();
        let clock = NOW;
        const known = new Map<number, number>();
        const keep = (found: readonly { id: number; updated: number }[]) => {
          for (const { id, updated } of found) known.set(id, Math.max(known.get(id) ?? 0, updated));
          const made = [...known.keys()].map((id) => sales[id]?.createdAt ?? 0);
          progress = { ...progress, seenUntil: made.length === 0 ? null : Math.max(...made) };
        };
        const take = (fate: 'lost' | 'cut' | 'done') => {
          const { step, found, came } = search(sales, progress, clock, clock + ahead);
          // A lost step has written neither its rows nor its progress.
          if (fate === 'lost') return false;
          if (fate === 'cut') {
            keep(found.slice(0, found.length / 2));
            const narrow = narrower(progress, step, clock);
            if (narrow) {
              progress = narrow;
              return false;
            }
          }
          keep(found);
          progress = afterStep(progress, step, came);
          return isDone(progress, step);
        };
        while (clock < NOW + 60 * DAY) {
          const { value: outside } = steps.next();
          take(outside?.fate ?? 'done');
          clock += outside?.pauseMs ?? DAY;
        }
        while (!take('done'));
        expect(isWhole(progress)).toBe(true);
        const theirs = clock + ahead;
        const expected = sales.flatMap(({ createdAt, changedAt }, id) =>
          createdAt <= theirs ? [[id, changedAt <= theirs ? changedAt : createdAt]] : [],
        );
        expect([...known].sort(([a], [b]) => a - b)).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test('the history is read backwards without a gap, in pieces between an hour and ninety days', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.nat(3000)), (counts) => {
      let progress = fresh();
      let until: number | null = null;
      while (!isWhole(progress)) {
        const step = nextStep(progress, NOW);
        expect(step.by).toBe('created');
        expect(step.to).toBe(until);
        expect(step.from % HOUR).toBe(0);
        const top = step.to ?? NOW;
        expect(top - step.from).toBeGreaterThan(0);
        expect(top - step.from).toBeLessThanOrEqual(90 * DAY + HOUR);
        const { value: count = 0 } = counts.next();
        progress = afterStep(progress, step, { count, latest: null, startedAt: NOW, tookMs: 1000 });
        until = progress.completeSince;
      }
      expect(progress.completeSince).toBe(progress.historySince);
    }),
    { numRuns: 15 },
  );
});

test('a quiet seller needs few steps, and a busy one has steps of two or three thousand pedidos', () => {
  const walk = (perDay: number) => {
    let progress = fresh();
    const pieces: number[] = [];
    while (!isWhole(progress)) {
      const step = nextStep(progress, NOW);
      const count = Math.round(((((step.to ?? NOW) - step.from) / DAY) * perDay * 10) / 10);
      pieces.push(count);
      progress = afterStep(progress, step, { count, latest: null, startedAt: NOW, tookMs: 1000 });
    }
    return pieces;
  };
  expect(walk(0).length).toBeLessThanOrEqual(7);
  const busy = walk(1370);
  expect(Math.max(...busy)).toBeLessThanOrEqual(3000);
  expect(busy.length).toBeLessThan(250);
});

test('a step that takes too long becomes narrower until it cannot', () => {
  const states: Progress[] = [
    fresh(),
    { ...fresh(), completeSince: NOW - 30 * DAY, spanMs: 60 * DAY },
    // The history is stored, and the last days contain more changes than there is time for.
    { ...fresh(), completeSince: NOW - 365 * DAY, seenUntil: NOW - 1000, changesSince: NOW - 2 * DAY },
    { ...fresh(), completeSince: NOW - 365 * DAY, seenUntil: NOW - 1000, spanMs: 90 * DAY },
  ];
  for (const state of states) {
    const width = (progress: Progress) => {
      const { from, to } = nextStep(progress, NOW);
      return (to ?? NOW) - from;
    };
    let [progress, cuts] = [state, 0];
    for (let next = narrower(progress, nextStep(progress, NOW), NOW); next; cuts++) {
      expect(width(next)).toBeLessThan(width(progress));
      progress = next;
      next = narrower(progress, nextStep(progress, NOW), NOW);
    }
    expect(cuts).toBeGreaterThan(0);
    expect(cuts).toBeLessThan(8);
    expect(width(progress)).toBeLessThanOrEqual(4 * HOUR);
  }
});

test('slow steps are followed by smaller ones', () => {
  const state = { ...fresh(), completeSince: NOW - 30 * DAY, spanMs: 10 * DAY };
  const after = (tookMs: number) =>
    afterStep(state, nextStep(state, NOW), { count: 2500, latest: null, startedAt: NOW, tookMs }).spanMs;
  expect(after(20_000)).toBe(10 * DAY);
  expect(after(180_000)).toBe(5 * DAY);
});
