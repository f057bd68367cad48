import type { Metric, Registry } from 'prom-client';

/**
 * Counters and histograms whose children are plain numbers. A child of prom-client writes a text of all its labels for
 * each event, to find its value; a request makes several events. These children know their values, and write them for
 * prom-client when Prometheus asks.
 */
export interface Count {
  inc(): void;
}

export interface Observed {
  observe(value: number): void;
}

type Values = Readonly<Record<string, string>>;

interface Line {
  labels: Record<string, string | number>;
  value: number;
  metricName?: string;
}

interface Described {
  name: string;
  help: string;
  labelNames: readonly string[];
}

/** Adds a counter to the registry. The returned function opens the child of some label values. */
export function addCounter(registry: Registry, described: Described): (labels: Values) => Count {
  const counts: { labels: Values; value: number }[] = [];
  register(registry, 'counter', described, () => counts);
  return (labels) => {
    const count = { labels, value: 0 };
    counts.push(count);
    return {
      inc() {
        count.value++;
      },
    };
  };
}

/**
 * Adds a histogram to the registry. A child shows its series from its opening on, because a series that starts at its
 * first event hides this event from `increase`.
 */
export function addHistogram(
  registry: Registry,
  described: Described,
  bounds: readonly number[],
): (labels: Values) => Observed {
  const { name } = described;
  const children: { labels: Values; linesOf: () => Line[] }[] = [];
  register(registry, 'histogram', described, () => children.flatMap(({ linesOf }) => linesOf()));
  return (labels) => {
    // The last place counts the events above every bound.
    const counts = new Float64Array(bounds.length + 1);
    let sum = 0;
    const linesOf = () => {
      let below = 0;
      const buckets = [...counts].map((count, n) => {
        below += count;
        return { labels: { le: bounds[n] ?? '+Inf', ...labels }, value: below, metricName: `${name}_bucket` };
      });
      return [
        ...buckets,
        { labels, value: sum, metricName: `${name}_sum` },
        { labels, value: below, metricName: `${name}_count` },
      ];
    };
    children.push({ labels, linesOf });
    return {
      observe(value) {
        let place = 0;
        while (place < bounds.length && value > (bounds[place] as number)) place++;
        counts[place] = (counts[place] as number) + 1;
        sum += value;
      },
    };
  };
}

/** prom-client asks a metric for its values by `get`, and needs nothing else of it. */
function register(
  registry: Registry,
  type: 'counter' | 'histogram',
  described: Described,
  lines: () => Line[] | { labels: Values; value: number }[],
): void {
  const metric = { ...described, type, get: async () => ({ ...described, type, values: lines() }) };
  registry.registerMetric(metric as unknown as Metric);
}
