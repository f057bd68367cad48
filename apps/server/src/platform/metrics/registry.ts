import { Gauge, Registry } from 'prom-client';
import { addCounter, addHistogram } from './tallies.ts';

/** The metrics of this process. Prometheus reads them from the port of their own (`endpoint.ts`). */
export const registry = new Registry();

/** Takes the place of a label value that the metric does not list. */
export const OTHER = 'other';

/** The values of a label that the code names at start, such as routes. After `most` values, further ones are OTHER. */
export interface Capped {
  most: number;
  admit(value: string): string;
}

export function capped(most: number): Capped {
  const values = new Set<string>();
  return {
    most,
    admit(value) {
      if (values.has(value)) return value;
      if (values.size >= most) return OTHER;
      values.add(value);
      return value;
    },
  };
}

/** Every label declares its values, so that no content, and no number of empresas, can add series without end. */
type Labels = Readonly<Record<string, readonly string[] | Capped>>;

type Named<L extends Labels> = { [K in keyof L]: L[K] extends readonly (infer Value)[] ? Value : string };

interface Declared {
  type: 'counter' | 'gauge' | 'histogram';
  labels: Labels;
  /** The maximum number of series of one process. */
  mostSeries: number;
}

/** Every metric of ours by its name. Tests compare it with the documents, the alerts and the dashboard. */
export const declared = new Map<string, Declared>();

export function counter<const L extends Labels>(name: string, help: string, labels: L) {
  declare(name, 'counter', labels, 1);
  return childrenOf(labels, addCounter(registry, { name, help, labelNames: Object.keys(labels) }));
}

export function histogram<const L extends Labels>(
  name: string,
  help: string,
  labels: L,
  buckets: readonly number[],
) {
  const labelNames = Object.keys(labels);
  // Each bucket, the last bucket, the sum and the count are a series.
  declare(name, 'histogram', labels, buckets.length + 3);
  return childrenOf(labels, addHistogram(registry, { name, help, labelNames }, buckets));
}

type Reading<L extends Labels> = Iterable<readonly [values: Named<L>, value: number]>;

/** A value that is read when Prometheus asks. Values of several sources with the same labels add up. */
export function gauge<const L extends Labels>(name: string, help: string, labels: L) {
  const sources = new Set<() => Reading<L> | Promise<Reading<L>>>();
  new Gauge({
    name,
    help,
    labelNames: Object.keys(labels),
    registers: [registry],
    async collect() {
      this.reset();
      for (const source of sources)
        for (const [values, value] of await source()) this.inc(bounded(labels, values), value);
    },
  });
  declare(name, 'gauge', labels, 1);
  return {
    /** Adds a source. The returned function removes it. */
    watch(source: () => Reading<L> | Promise<Reading<L>>): () => void {
      sources.add(source);
      return () => void sources.delete(source);
    },
  };
}

function declare(name: string, type: Declared['type'], labels: Labels, seriesEach: number): void {
  const mostSeries = Object.values(labels).reduce((product, values) => product * sizeOf(values), seriesEach);
  declared.set(name, { type, labels, mostSeries });
}

/** One more than the listed values, for OTHER. */
const sizeOf = (values: readonly string[] | Capped) => ('most' in values ? values.most : values.length) + 1;

/**
 * Returns a function for the child of a metric with the given label values. A caller on a hot path keeps the child.
 * Opens every combination of listed values, because a series that starts at its first event hides this event from
 * `increase`.
 */
function childrenOf<L extends Labels, Child>(labels: L, open: (values: Record<string, string>) => Child) {
  const children = new Map<string, Child>();
  const childOf = (named: Named<L>): Child => {
    const values = bounded(labels, named);
    const key = Object.values(values).join('\n');
    const known = children.get(key);
    if (known) return known;
    const child = open(values);
    children.set(key, child);
    return child;
  };
  for (const values of fixedCombinations(labels)) childOf(values as Named<L>);
  return childOf;
}

/** Returns the values in the declared order of the labels, with OTHER for every value that is not listed. */
function bounded<L extends Labels>(labels: L, named: Named<L>): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [label, listed] of Object.entries(labels)) {
    const value = String((named as Record<string, string>)[label]);
    if ('admit' in listed) values[label] = listed.admit(value);
    else values[label] = listed.includes(value) ? value : OTHER;
  }
  return values;
}

/** All combinations of label values, and none if a label is named only at start. */
function fixedCombinations(labels: Labels): Record<string, string>[] {
  let combinations: Record<string, string>[] = [{}];
  for (const [label, listed] of Object.entries(labels)) {
    if ('admit' in listed) return [];
    combinations = combinations.flatMap((each) => listed.map((value) => ({ ...each, [label]: value })));
  }
  return combinations;
}
