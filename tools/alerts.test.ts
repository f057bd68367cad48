import { describe, expect, test } from 'vitest';
import '../apps/server/src/platform/metrics/metrics.ts';
import { declared } from '../apps/server/src/platform/metrics/registry.ts';
import { textOf } from './docs/reading.ts';

/** Metrics of Prometheus, of prom-client and of the exporters that the rules and the dashboard use. */
const OF_OTHERS = new Set([
  'up',
  'pg_replication_lag_seconds',
  'pg_stat_archiver_failed_count',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'probe_ssl_earliest_cert_expiry',
  // `stock-check` writes these for node_exporter.
  'prumo_stock_check_wrong_rows',
  'prumo_stock_check_finished_timestamp_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_gc_duration_seconds',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
]);
const LABELS_OF_PROMETHEUS = new Set(['job', 'instance', 'le']);

const alerts = textOf('deploy/prometheus/alerts.yml');
const rules = alerts
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((rule) => ({
    name: /^\w+/.exec(rule)?.[0] ?? '',
    expr: /expr: >-\n +(.+)\n/.exec(rule)?.[1] ?? '',
    severity: /severity: (\w+)/.exec(rule)?.[1],
    wait: /for: (\w+)/.exec(rule)?.[1] ?? '',
    runbook: /runbook: (\S+)/.exec(rule)?.[1],
  }));
const dashboard: { panels: { id: number; title: string; targets?: { expr: string }[] }[] } = JSON.parse(
  textOf('deploy/grafana/prumo.json'),
);
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ name: title, expr })),
);

/** `30s` → 30, `1m` → 60. */
const secondsOf = (text: string) => Number.parseInt(text, 10) * (text.endsWith('m') ? 60 : 1);

/** The metrics of an expression, each with the labels that it selects by. */
const metricsIn = (expr: string) =>
  [...expr.matchAll(/\b(up|(?:prumo|nodejs|process|pg|node|probe)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', by = '']) => ({
      name: declared.has(name) || OF_OTHERS.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''),
      isPart: !declared.has(name),
      by: [...by.matchAll(/(\w+)(=~|!=|!~|=)"([^"]*)"/g)].map(([, label = '', , value = '']) => ({
        label,
        values: value.split('|'),
      })),
    }),
  );

describe.each([...rules, ...panels])('$name', ({ expr }) => {
  test('every metric exists, and every label and value that it selects by', () => {
    const metrics = metricsIn(expr);
    expect(metrics).not.toHaveLength(0);
    for (const { name, isPart, by } of metrics) {
      const ours = declared.get(name);
      if (!ours) {
        expect(OF_OTHERS).toContain(name);
        continue;
      }
      // Only a histogram has buckets, a count and a sum, and it has no series of its own name.
      expect(isPart, name).toBe(ours.type === 'histogram');
      for (const { label, values } of by.filter((each) => !LABELS_OF_PROMETHEUS.has(each.label))) {
        expect(Object.keys(ours.labels), name).toContain(label);
        const listed = ours.labels[label];
        if (Array.isArray(listed)) for (const value of values) expect(listed, name).toContain(value);
      }
    }
  });
});

test('every alert has its paragraph in docs/operations.md, and every paragraph its alert', () => {
  const [, section = ''] = textOf('docs/operations.md').split(/^### Alerts$/m);
  const [runbooks = ''] = section.split(/^#{2,3} /m);
  const paragraphs = runbooks.split(/^#### /m).slice(1);
  expect(paragraphs.map((each) => each.split('\n')[0])).toEqual(rules.map(({ name }) => name));
  for (const paragraph of paragraphs) expect(paragraph.length, paragraph.slice(0, 30)).toBeGreaterThan(150);
  for (const { name, runbook } of rules) expect(runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
});

test('every metric is on the dashboard', () => {
  const shown = new Set(panels.flatMap(({ expr }) => metricsIn(expr).map(({ name }) => name)));
  expect([...declared.keys()].filter((name) => !shown.has(name))).toEqual([]);
});

test('no rule waits so long that an operator hears of an outage after two minutes', () => {
  const slow = rules.filter(({ severity, wait }) => severity === 'critical' && secondsOf(wait) > 60);
  expect(slow.map(({ name }) => name)).toEqual([]);
});

test('the ids of the panels differ', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
