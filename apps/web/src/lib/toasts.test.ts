import { beforeEach, expect, test } from 'vitest';
import { currentToasts, dismissToasts, showToast } from './toasts.ts';

beforeEach(dismissToasts);
const failure = {
  type: 'error',
  title: 'Erro ao carregar dados',
  duration: 1000,
  get lines() {
    return ['Tente de novo.'];
  },
} as const;
const titles = () => currentToasts().map(({ title }) => title);

test('a failure that is already on the screen is not shown twice', () => {
  showToast(failure);
  showToast({ ...failure, title: 'Erro ao salvar' });
  showToast(failure);
  expect(titles()).toEqual(['Erro ao carregar dados', 'Erro ao salvar']);
});

test('two successes are two toasts', () => {
  showToast({ ...failure, type: 'success' });
  showToast({ ...failure, type: 'success' });
  expect(titles()).toHaveLength(2);
});

test('a toast replaces the one that it makes old, and no other', () => {
  const packed = { type: 'success', title: 'Pedido separado', duration: 1000, replaces: 'separado' } as const;
  showToast(packed);
  showToast({ type: 'success', title: 'Peça lida', duration: 1000 });
  showToast(packed);
  expect(titles()).toEqual(['Pedido separado', 'Peça lida']);
});
