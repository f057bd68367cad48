import type { Atividade } from '@prumo/contract/atividades.ts';
import { expect, test } from 'vitest';
import { testApp } from '#testing/test-app.ts';

const { anEmpresa } = await testApp();

test('a rate that is set or removed again is no atividade', async () => {
  const ana = await anEmpresa();
  const set = async (desde: string, percentual: string | null) =>
    expect((await ana.put('/api/aliquotas', { desde, percentual })).statusCode).toBe(200);
  await set('2026-01-01', null);
  await set('2026-01-01', '6');
  await set('2026-01-01', '6.00');
  await set('2026-01-01', '6.5');
  await set('2026-02-01', null);
  await set('2026-01-01', null);
  await set('2026-01-01', null);
  const { itens } = (await ana.get('/api/atividades')).json() as { itens: Atividade[] };
  expect(itens.map(({ tipo }) => tipo)).toEqual([
    'aliquota_removida',
    'aliquota_alterada',
    'aliquota_alterada',
  ]);
});
