import { expect, test } from 'vitest';
import { foundIds, MAX_DO_FILTRO } from './found-ids.ts';

interface Filtro {
  busca?: string;
}

/** A list of so many records, read page by page. */
function listOf(many: number, { parcial = false } = {}) {
  const asked: (Filtro & { cursor: string | undefined })[] = [];
  return {
    asked,
    read: async (filtro: Filtro, { cursor, limite }: { cursor: string | undefined; limite: number }) => {
      asked.push({ ...filtro, cursor });
      const from = Number(cursor ?? 0);
      const to = Math.min(many, from + limite);
      const itens = Array.from({ length: to - from }, (_, n) => ({ id: `id-${from + n}` }));
      return { itens, proximo: to < many ? String(to) : null, parcial };
    },
  };
}

const reading = (list: ReturnType<typeof listOf>, counts: number[] = []) => ({
  read: list.read,
  isStopped: () => false,
  onCount: (count: number) => counts.push(count),
});

test('picked records need no read', async () => {
  const list = listOf(9);
  expect(await foundIds({ ids: ['a'] }, reading(list))).toEqual({ ids: ['a'], left: 'nothing' });
  expect(list.asked).toEqual([]);
});

test('all records of the filter are read with its values, without the ones let go', async () => {
  const list = listOf(250);
  const counts: number[] = [];
  const found = await foundIds({ filtro: { busca: 'x' }, exceto: ['id-0', 'id-249'] }, reading(list, counts));
  expect(found.ids).toHaveLength(248);
  expect(found.ids).not.toContain('id-0');
  expect(found.left).toBe('nothing');
  expect(counts).toEqual([99, 199, 248]);
  expect(list.asked).toEqual([
    { busca: 'x', cursor: undefined },
    { busca: 'x', cursor: '100' },
    { busca: 'x', cursor: '200' },
  ]);
});

test('one deletion takes the first five thousand, and says when there are more', async () => {
  const most = await foundIds({ filtro: {}, exceto: [] }, reading(listOf(MAX_DO_FILTRO)));
  expect([most.ids.length, most.left]).toEqual([MAX_DO_FILTRO, 'nothing']);
  const more = await foundIds({ filtro: {}, exceto: ['id-7'] }, reading(listOf(MAX_DO_FILTRO + 150)));
  expect([more.ids.length, more.left]).toEqual([MAX_DO_FILTRO, 'mais']);
});

test('a search that did not read the whole list is told apart', async () => {
  const found = await foundIds({ filtro: {}, exceto: [] }, reading(listOf(3, { parcial: true })));
  expect(found.left).toBe('parcial');
});

test('a closed dialog ends the reading', async () => {
  const list = listOf(250);
  await foundIds({ filtro: {}, exceto: [] }, { ...reading(list), isStopped: () => true });
  expect(list.asked).toHaveLength(1);
});
