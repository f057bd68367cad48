import { expect, test } from 'vitest';
import { readReturn } from './authorization-return.ts';
import { judgeReturn } from './judge-return.ts';

const started = { marketplace: 'mercado-livre', state: 'estado', code_verifier: 'v'.repeat(43) } as const;

test('a code and its state are read from the query string', () => {
  expect(readReturn('?code=TG-1&state=estado')).toEqual({ code: 'TG-1', state: 'estado', error: '' });
  expect(readReturn('?error=access_denied&state=estado')).toMatchObject({ code: '', error: 'access_denied' });
});

test.each(['', '?', '?state=estado', '?busca=code'])('%j is no return from a marketplace', (search) => {
  expect(readReturn(search)).toBeUndefined();
});

test('[INTE-12] a code that returns to the tab that started the connection is sent with its verifier', () => {
  expect(judgeReturn({ code: 'TG-1', state: 'estado', error: '' }, started)).toEqual({
    body: { marketplace: 'mercado-livre', code: 'TG-1', state: 'estado', code_verifier: 'v'.repeat(43) },
  });
});

test.each([
  ['[INTE-16] the verifier is missing', { code: 'TG-1', state: 'estado', error: '' }, undefined],
  ['the state belongs to another connection', { code: 'TG-1', state: 'outro', error: '' }, started],
  ['there is no state', { code: 'TG-1', state: '', error: '' }, started],
  ['the person refused the authorization', { code: '', state: 'estado', error: 'access_denied' }, started],
  ['the marketplace failed', { code: '', state: 'estado', error: 'server_error' }, started],
])('nothing is sent when %s', (_, returned, kept) => {
  expect(judgeReturn(returned, kept)).toEqual({ refusal: expect.stringMatching(/\.$/) });
});
