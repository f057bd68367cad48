import { expect, test } from 'vitest';
import { hasRight } from './right.ts';
import { aSessao } from './session.fixture.ts';
import { unknownSession } from './session-events.ts';

test('a right comes from the empresa of the session, and without a session there is none', () => {
  const session = aSessao('ana');
  const state = { user: session.usuario, session, loading: false };
  expect(hasRight(state, 'transferir_empresa')).toBe(true);
  const vendas = { ...session, empresa: { ...session.empresa, direitos: ['consultar' as const] } };
  expect(hasRight({ ...state, session: vendas }, 'ver_custo')).toBe(false);
  expect(hasRight(unknownSession, 'consultar')).toBe(false);
});
