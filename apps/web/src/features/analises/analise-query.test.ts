import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { intervalOf, isKnown, keyOf } from './analise-query.ts';

const sincronia = { sincronizado_ate: null, completo_desde: null, historico_desde: null };
const syncing = { sincronia: { ...sincronia, em_andamento: true } };

test('an analysis of any period counts as loaded for its conta, and for no other', () => {
  const client = new QueryClient();
  expect(isKnown(client, 'minha')).toBe(false);
  client.setQueryData([...keyOf('minha'), '7'], syncing);
  expect(isKnown(client, 'minha')).toBe(true);
  expect(isKnown(client, 'outra')).toBe(false);
});

test('an analysis that failed to load does not count as loaded', async () => {
  const client = new QueryClient();
  const queryFn = () => Promise.reject(new Error('Sem resposta'));
  await client.prefetchQuery({ queryKey: [...keyOf('minha'), '30'], queryFn, retry: false });
  expect(isKnown(client, 'minha')).toBe(false);
});

test('an analysis is polled during a synchronisation, also after a failed poll', async () => {
  const client = new QueryClient();
  const queryKey = [...keyOf('minha'), '30'];
  const query = client.getQueryCache().build<typeof syncing>(client, { queryKey, retry: false });
  query.setData(syncing);
  expect(intervalOf(query)).toBeGreaterThan(0);
  await expect(query.fetch({ queryKey, queryFn: () => Promise.reject(new Error()) })).rejects.toThrow();
  expect(query.state.status).toBe('error');
  expect(intervalOf(query)).toBeGreaterThan(0);
  query.setData({ sincronia: { ...sincronia, em_andamento: false } });
  expect(intervalOf(query)).toBe(false);
});
