import { describe, expect, test } from 'vitest';
import '../apps/server/src/platform/metrics/metrics.ts';
import { declared } from '../apps/server/src/platform/metrics/registry.ts';
import { textOf } from './docs.reading.ts';

/** Metrics of Prometheus itself and of prom-client that the rules and the dashboard use. */
const OF_OTHERS = new Set([
  'up',
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
    runbook: /runbook: (\S+)/.exec(rule)?.[1],
  }));
const dashboard: { panels: { id: number; title: string; targets?: { expr: string }[] }[] } = JSON.parse(
  textOf('deploy/grafana/prumo.json'),
);
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ name: title, expr })),
);

/** The metrics of an expression, each with the labels that it selects by. */
const metricsIn = (expr: string) =>
  [...expr.matchAll(/\b(up|(?:prumo|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', by = '']) => ({
      name: declared.has(name) ? name : name.replace(/_(bucket|count|sum)$/, ''),
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
  const [, section = ''] = textOf('docs/operations.md').split(/^## Alerts$/m);
  const [runbooks = ''] = section.split(/^## /m);
  const paragraphs = runbooks.split(/^### /m).slice(1);
  expect(paragraphs.map((each) => each.split('\n')[0])).toEqual(rules.map(({ name }) => name));
  for (const paragraph of paragraphs) expect(paragraph.length, paragraph.slice(0, 30)).toBeGreaterThan(150);
  for (const { name, runbook } of rules) expect(runbook).toBe(`docs/operations.md#${name.toLowerCase()}`);
});

test('every metric is on the dashboard', () => {
  const shown = new Set(panels.flatMap(({ expr }) => metricsIn(expr).map(({ name }) => name)));
  expect([...declared.keys()].filter((name) => !shown.has(name))).toEqual([]);
});

test('the ids of the panels differ', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
