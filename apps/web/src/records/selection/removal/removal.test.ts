import type { Excluidos, RecusaDeExclusao } from '@prumo/contract/remove-several.ts';
import { expect, test } from 'vitest';
import { after, begin, nextOf, reasonsOf, shareOf } from './removal.ts';

const ids = (many: number) => Array.from({ length: many }, (_, n) => `id-${n}`);
const used = (id: string): RecusaDeExclusao => ({
  id,
  motivo: `${id} tem 1 subcategoria.`,
  usos: [{ registros: 'subcategoria', total: 1 }],
});
const gone = (id: string): RecusaDeExclusao => ({ id, motivo: 'Categoria não encontrada.' });

const answer = (lote: string, called: readonly string[], recusas: RecusaDeExclusao[] = []): Excluidos => ({
  lote,
  excluidos: called.filter((id) => recusas.every((recusa) => recusa.id !== id)),
  recusas,
});

test('records go in calls of a hundred, and an undo begins with the last lote', () => {
  let removal = begin(ids(250));
  const sizes: number[] = [];
  for (let n = 1; removal.waiting.length > 0; n++) {
    const call = nextOf(removal);
    sizes.push(call.length);
    removal = after(removal, answer(`lote-${n}`, call));
  }
  expect(sizes).toEqual([100, 100, 50]);
  expect(removal).toMatchObject({ excluidos: 250, recusas: [], lotes: ['lote-3', 'lote-2', 'lote-1'] });
  expect(shareOf(removal)).toBe(1);
});

test('after a part of the calls it is known what is done and what is left', () => {
  const removal = after(begin(ids(250)), answer('one', ids(100), [gone('id-3')]));
  expect(removal).toMatchObject({ excluidos: 99, lotes: ['one'] });
  expect(removal.waiting).toHaveLength(150);
  expect(shareOf(removal)).toBe(0.4);
});

test('a used record of several calls is tried once more at the end, and others are not', () => {
  let removal = after(begin(ids(120)), answer('one', ids(100), [used('id-0'), gone('id-1')]));
  removal = after(removal, answer('two', nextOf(removal)));
  expect(removal.waiting).toEqual(['id-0']);
  expect(removal.recusas).toEqual([gone('id-1')]);
  expect(after(removal, answer('three', ['id-0']))).toMatchObject({ waiting: [], excluidos: 119 });
  const still = after(removal, answer('three', ['id-0'], [used('id-0')]));
  expect(still).toMatchObject({ waiting: [], recusas: [gone('id-1'), used('id-0')], lotes: ['two', 'one'] });
});

test('one call needs no second attempt, and neither does a deletion of nothing', () => {
  const one = after(begin(ids(3)), answer('one', ids(3), [used('id-0')]));
  expect(one).toMatchObject({ waiting: [], recusas: [used('id-0')], excluidos: 2 });
  const all = ids(101).map(used);
  const first = after(begin(ids(101)), answer('one', ids(100), all.slice(0, 100)));
  expect(after(first, answer('two', ['id-100'], all.slice(100)))).toMatchObject({ waiting: [], lotes: [] });
});

test('equal reasons without uses are one line, and each used record has its own', () => {
  expect(reasonsOf([used('a'), gone('b'), used('c'), gone('d')])).toEqual([
    { ...used('a'), many: 1 },
    { ...gone('b'), many: 2 },
    { ...used('c'), many: 1 },
  ]);
});
