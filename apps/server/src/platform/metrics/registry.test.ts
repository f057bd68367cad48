import { expect, test } from 'vitest';
import './metrics.ts';
import { capped, counter, declared, histogram, OTHER, registry } from './registry.ts';

/** The labels that prom-client's own metrics of a Node process have. Their values are a few words of V8. */
const LABELS_OF_NODE = new Set(['kind', 'space', 'version', 'major', 'minor', 'patch']);

const ofRegistry = () =>
  registry.getMetricsAsArray() as unknown as { name: string; labelNames?: readonly string[] }[];

test('every label of every metric has a listed set of values, or a cap', () => {
  const ours = ofRegistry().filter(({ name }) => name.startsWith('prumo_'));
  expect(ours.map(({ name }) => name).sort()).toEqual([...declared.keys()].sort());
  for (const { name, labelNames = [] } of ours) {
    const labels = declared.get(name)?.labels ?? {};
    expect([...labelNames].sort(), name).toEqual(Object.keys(labels).sort());
    for (const values of Object.values(labels))
      expect('most' in values ? values.most : values.length, name).toBeLessThanOrEqual(400);
  }
});

test('every other metric is one of Node, with labels of Node only', () => {
  for (const { name, labelNames = [] } of ofRegistry().filter((each) => !each.name.startsWith('prumo_'))) {
    expect(name).toMatch(/^(process|nodejs)_/);
    for (const label of labelNames) expect(LABELS_OF_NODE, name).toContain(label);
  }
});

test('no label can name an empresa, a person, an address or a record', () => {
  const labels = [...declared.values()].flatMap((each) => Object.keys(each.labels));
  expect([...new Set(labels)].sort()).toEqual([
    ...['class', 'kind', 'lane', 'loop', 'marketplace', 'method', 'outcome', 'pool'],
    ...['rank', 'route', 'service', 'state', 'status', 'what'],
  ]);
});

test('a name ends with its unit, and a counter with _total', () => {
  for (const [name, { type }] of declared)
    if (type === 'counter') expect(name).toMatch(/_total$/);
    else if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    else expect(name).not.toMatch(/_total$|_ms$|_minutes$/);
});

test('a value that a label does not list counts as other', async () => {
  const calls = counter('test_listed_total', 'For this test.', { lane: ['person'] });
  calls({ lane: 'person' }).inc();
  calls({ lane: 'Ana Souza' as 'person' }).inc();
  expect(await seriesOf('test_listed_total')).toEqual([
    ['person', 1],
    [OTHER, 1],
  ]);
});

test('a counter and a histogram with listed labels show zero before their first event', async () => {
  counter('test_zero_total', 'For this test.', { lane: ['person'] });
  histogram('test_zero_seconds', 'For this test.', { outcome: ['busy'] }, []);
  expect(await seriesOf('test_zero_total')).toEqual([['person', 0]]);
  expect((await seriesOf('test_zero_seconds')).map(([, value]) => value)).toEqual([0, 0, 0]);
});

test('a capped label takes no further value after its cap', async () => {
  const calls = counter('test_capped_total', 'For this test.', { route: capped(2) });
  for (const route of ['/a', '/b', '/c', '/d', '/a']) calls({ route }).inc();
  expect(await seriesOf('test_capped_total')).toEqual([
    ['/a', 2],
    ['/b', 1],
    [OTHER, 2],
  ]);
});

async function seriesOf(name: string) {
  const { values = [] } = (await registry.getSingleMetric(name)?.get()) ?? {};
  registry.removeSingleMetric(name);
  declared.delete(name);
  return values.map(({ labels, value }) => [Object.values(labels)[0], value]);
}
