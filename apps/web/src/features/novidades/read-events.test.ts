import { expect, test } from 'vitest';
import { eventReader } from './read-events.ts';

test('an event that arrives in pieces is returned once it is complete', () => {
  const read = eventReader();
  expect(read('id: m1\nda')).toEqual([]);
  expect(read('ta: {"recomece":false}\n')).toEqual([]);
  expect(read('\nid: m2\nevent: pulso\ndata:\n\nretry: 5')).toEqual([
    { id: 'm1', event: 'message', data: '{"recomece":false}', retry: undefined },
    { id: 'm2', event: 'pulso', data: '', retry: undefined },
  ]);
  expect(read('00\nevent: reabra\ndata:\n\n')).toEqual([
    { id: undefined, event: 'reabra', data: '', retry: 500 },
  ]);
});
