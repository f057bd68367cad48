import { expect, test } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { readEach } from './read-each.ts';

const empresas = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `e${n}`, nome: `Empresa ${n}` }));
const produto = { id: 'p', nome: 'Filtro', sku: 'A-1', estoque: '4.00', depositos: [] };
const options = { most: 50, patience: 1, onFailure: () => {} };

test('the answer is in the order of the empresas, without those that do not have the code', async () => {
  const { itens, nao_lidas } = await readEach({
    ...options,
    empresas: empresas(12),
    read: async ({ id }) => (id === 'e3' ? [] : [produto]),
  });
  expect(itens.map(({ empresa }) => empresa.id)).toEqual(
    [0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11].map((n) => `e${n}`),
  );
  expect(nao_lidas).toEqual([]);
});

test('at most five empresas are read at the same time', async () => {
  let running = 0;
  let most = 0;
  await readEach({
    ...options,
    empresas: empresas(30),
    read: async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return [];
    },
  });
  expect(most).toBe(5);
});

test('an empresa that fails is named with the reason, and the others are read', async () => {
  const failures: unknown[] = [];
  const { itens, nao_lidas } = await readEach({
    ...options,
    empresas: empresas(3),
    read: async ({ id }) => {
      if (id === 'e0') throw new AppError('limited', 'Muitos pedidos.');
      if (id === 'e1') throw new Error('secret detail');
      return [produto];
    },
    onFailure: (error) => failures.push(error),
  });
  expect(itens.map(({ empresa }) => empresa.id)).toEqual(['e2']);
  expect(nao_lidas).toEqual([
    { empresa: { id: 'e0', nome: 'Empresa 0' }, mensagem: 'Muitos pedidos.' },
    { empresa: { id: 'e1', nome: 'Empresa 1' }, mensagem: expect.stringMatching(/Busque de novo/) },
  ]);
  expect(failures).toHaveLength(2);
});

test('an empresa that does not answer within its time is named, and delays no other one', async () => {
  const { itens, nao_lidas } = await readEach({
    ...options,
    patience: 0.01,
    empresas: empresas(8),
    read: ({ id }) => (id === 'e2' ? new Promise(() => {}) : Promise.resolve([produto])),
  });
  expect(itens).toHaveLength(7);
  expect(nao_lidas).toMatchObject([{ empresa: { id: 'e2' }, mensagem: expect.stringMatching(/a tempo/) }]);
});

test('empresas beyond the limit are not read, and named', async () => {
  const read: string[] = [];
  const { nao_lidas } = await readEach({
    ...options,
    most: 2,
    empresas: empresas(3),
    read: async ({ id }) => {
      read.push(id);
      return [];
    },
  });
  expect(read).toEqual(['e0', 'e1']);
  expect(nao_lidas).toMatchObject([
    { empresa: { id: 'e2' }, mensagem: expect.stringMatching(/até 2 empresas/) },
  ]);
});
