import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LedgerLine } from '#modules/movimentos/stock.queries.ts';
import { halvesOf, isHalf } from './decide.ts';

const input = {
  id: randomUUID(),
  de_empresa_id: randomUUID(),
  de_produto_id: randomUUID(),
  de_deposito_id: randomUUID(),
  para_empresa_id: randomUUID(),
  para_sku: 'B-1',
  para_deposito_id: randomUUID(),
  quantidade: '2.5',
};
const { saida, entrada } = halvesOf(input);

/** A line of the ledger as the database returns it. */
const line = (values: Partial<LedgerLine>): LedgerLine => ({
  ...{
    id: randomUUID(),
    lote: randomUUID(),
    deposito_nome: 'Matriz',
    saldo: '1.00',
    motivo: null,
    quem: null,
  },
  ...{ tipo: 'saida', origem: 'remessa', delta: '-2.50', created_at: '2026-11-17T10:00:00+00:00' },
  ...{ produto_id: input.de_produto_id, deposito_id: input.de_deposito_id },
  ...values,
});

test('a remessa is a saida in one empresa and an entrada of the same quantity in the other', () => {
  expect(saida).toEqual({
    tipo: 'saida',
    empresaId: input.de_empresa_id,
    depositoId: input.de_deposito_id,
    quantidade: 250n,
    produto: { id: input.de_produto_id },
  });
  expect(entrada).toEqual({
    tipo: 'entrada',
    empresaId: input.para_empresa_id,
    depositoId: input.para_deposito_id,
    quantidade: 250n,
    produto: { sku: 'B-1' },
  });
});

test('the ledger line that a remessa wrote is its half, whatever produto has the SKU now', () => {
  expect(isHalf([line({})], saida)).toBe(true);
  const entered = line({
    tipo: 'entrada',
    delta: '2.50',
    produto_id: randomUUID(),
    deposito_id: input.para_deposito_id,
  });
  expect(isHalf([entered], entrada)).toBe(true);
});

test.each<[string, LedgerLine[]]>([
  ['no line', []],
  ['two lines', [line({}), line({})]],
  ['a movimento of a person', [line({ origem: 'manual' })]],
  ['an entrada', [line({ tipo: 'entrada', delta: '2.50' })]],
  ['another quantity', [line({ delta: '-2.51' })]],
  ['the opposite quantity', [line({ delta: '2.50' })]],
  ['another deposito', [line({ deposito_id: randomUUID() })]],
  ['another produto', [line({ produto_id: randomUUID() })]],
])('%s is no half of it', (_, lines) => {
  expect(isHalf(lines, saida)).toBe(false);
});
