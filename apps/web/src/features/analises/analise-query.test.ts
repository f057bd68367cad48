import type { Analise } from '@prumo/contract/analises.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { intervalOf, isKnown, keyOf, shownOf } from './analise-query.ts';

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

test('a period that failed shows its error until its own figures arrive', () => {
  const figures = {} as Analise;
  const lost = new Error('Sem resposta do servidor');
  const loading = { data: figures, error: null, isPlaceholderData: true };
  const failure = { data: undefined, error: lost, isPlaceholderData: false };
  // The figures of the period before fade while a period loads for the first time.
  expect(shownOf(loading, undefined)).toEqual(loading);
  expect(shownOf(failure, undefined)).toEqual(failure);
  expect(shownOf(loading, lost)).toEqual(failure);
  expect(shownOf({ ...loading, data: undefined, isPlaceholderData: false }, lost)).toEqual(failure);
  const own = { data: figures, error: null, isPlaceholderData: false };
  expect(shownOf(own, lost)).toEqual(own);
  // Figures that could not be read again stay, with the error beside them.
  expect(shownOf({ ...own, error: lost }, lost)).toEqual({ ...own, error: lost });
});
