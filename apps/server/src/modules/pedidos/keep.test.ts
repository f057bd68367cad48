import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Pedido } from '#modules/marketplace/orders.ts';
import { newestOf } from './keep.ts';

const PEDIDO: Pedido = {
  id: '2000009713473608',
  criado_em: '2024-11-01T09:34:59.000-04:00',
  atualizado_em: '2024-11-01T09:37:20.000-04:00',
  situacao: 'pago',
  total: '125.92',
  estornado: '0.00',
  tarifas: '22.14',
  quantidade: 2,
  anuncio_id: 'MLB3737188005',
  titulo: 'Filtro',
  pacote_id: '2000006556183755',
};

test('each pedido is kept once in its newest state, in whatever order the answers came', () => {
  const seen = fc.record({
    id: fc.integer({ min: 1, max: 5 }).map(String),
    minute: fc.integer({ min: 10, max: 59 }),
    isPartial: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(seen), (answers) => {
      const kept = newestOf(
        answers.map(({ id, minute, isPartial }) => ({
          ...PEDIDO,
          id,
          atualizado_em: `2024-11-01T09:${minute}:00.000-04:00`,
          estornado: isPartial ? null : '0.00',
        })),
      );
      expect(kept.map(({ id }) => id).sort()).toEqual([...new Set(answers.map(({ id }) => id))].sort());
      for (const { id, atualizado_em, estornado } of kept) {
        const same = answers.filter((each) => each.id === id);
        const last = Math.max(...same.map(({ minute }) => minute));
        expect(atualizado_em).toBe(`2024-11-01T09:${last}:00.000-04:00`);
        const isKnown = same.some(({ minute, isPartial }) => minute === last && !isPartial);
        expect(estornado).toBe(isKnown ? '0.00' : null);
      }
    }),
  );
});
