import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { addCounter, addHistogram } from './tallies.ts';

const described = { name: 'calls', help: 'Calls.', labelNames: ['lane'] };

test('a counter writes one line for each child', async () => {
  const registry = new Registry();
  const open = addCounter(registry, described);
  open({ lane: 'person' }).inc();
  open({ lane: 'news' });
  expect(await registry.metrics()).toBe(
    [
      '# HELP calls Calls.',
      '# TYPE calls counter',
      'calls{lane="person"} 1',
      'calls{lane="news"} 0',
      '',
    ].join('\n'),
  );
});

test('a bucket of a histogram counts the events up to its bound, the bound included', async () => {
  const registry = new Registry();
  const calls = addHistogram(registry, described, [0.5, 1])({ lane: 'person' });
  for (const value of [0.25, 0.5, 0.75, 1, 4]) calls.observe(value);
  expect(await registry.metrics()).toBe(
    [
      ...['# HELP calls Calls.', '# TYPE calls histogram'],
      ...['calls_bucket{le="0.5",lane="person"} 2', 'calls_bucket{le="1",lane="person"} 4'],
      ...['calls_bucket{le="+Inf",lane="person"} 5', 'calls_sum{lane="person"} 6.5'],
      ...['calls_count{lane="person"} 5', ''],
    ].join('\n'),
  );
});

test('a child of a histogram shows its series before its first event', async () => {
  const registry = new Registry();
  addHistogram(registry, described, [0.5])({ lane: 'person' });
  expect(await registry.metrics()).toContain('calls_count{lane="person"} 0');
});
