import { describe, expect, test } from 'vitest';
import {
  comissaoOf,
  type Desconto,
  isDescontoTooLarge,
  type SoldItem,
  totalsOf,
  trocoOf,
} from './vendas-balcao-total.ts';

const item = (quantidade: string, preco: string): SoldItem => ({ quantidade, preco });
const valor = (text: string): Desconto => ({ tipo: 'valor', valor: text });
const percentual = (text: string): Desconto => ({ tipo: 'percentual', valor: text });

describe('the totals of a sale', () => {
  test('without a discount are the sum of the items, each rounded half up', () => {
    expect(totalsOf([item('1.5', '0.33'), item('2', '10')], null)).toEqual({
      ...{ bruto: '20.50', desconto: '0.00', total: '20.50' },
      itens: [
        { bruto: '0.50', desconto: '0.00' },
        { bruto: '20.00', desconto: '0.00' },
      ],
    });
  });

  test('spread a discount to the cent, and the first of equal remainders gets the cent', () => {
    const { itens, total } = totalsOf([item('1', '10'), item('1', '10'), item('1', '10')], valor('10'));
    expect(itens.map(({ desconto }) => desconto)).toEqual(['3.34', '3.33', '3.33']);
    expect(total).toBe('20.00');
  });

  test('round a percentage once, for the whole sale', () => {
    expect(totalsOf([item('1', '0.05'), item('1', '0.05')], percentual('10'))).toMatchObject({
      ...{ bruto: '0.10', desconto: '0.01', total: '0.09' },
    });
  });

  test('of a gift are zero, and a sale of nothing but gifts has no discount', () => {
    expect(totalsOf([item('3', '0')], valor('0'))).toMatchObject({ bruto: '0.00', total: '0.00' });
    expect(totalsOf([item('1', '7')], percentual('100'))).toMatchObject({ desconto: '7.00', total: '0.00' });
  });

  test('say when a discount is larger than the sum', () => {
    expect(isDescontoTooLarge([item('1', '7')], valor('7.01'))).toBe(true);
    expect(isDescontoTooLarge([item('1', '7')], valor('7'))).toBe(false);
  });
});

test('a comissao is rounded half up, and never exceeds the total', () => {
  expect(comissaoOf('10.10', '2.5')).toBe('0.25');
  expect(comissaoOf('10.20', '2.5')).toBe('0.26');
  expect(comissaoOf('0.01', '100')).toBe('0.01');
});

test('the change is what the cash exceeds the total by', () => {
  expect(trocoOf('87.35', '100')).toBe('12.65');
  expect(trocoOf('87.35', '80')).toBe('-7.35');
});

/** A model written apart from the rules: it hands the discount out cent by cent, always to the item that is owed most. */
function modelOf(items: readonly SoldItem[], { tipo, valor: amount }: Desconto) {
  const cents = items.map(({ quantidade, preco }) => {
    const thousandths =
      BigInt(Math.round(Number(quantidade) * 100)) * BigInt(Math.round(Number(preco) * 100));
    return thousandths / 100n + (thousandths % 100n >= 50n ? 1n : 0n);
  });
  const sum = cents.reduce((all, each) => all + each, 0n);
  const hundredths = BigInt(Math.round(Number(amount) * 100));
  const exact = sum * hundredths;
  const asked = tipo === 'valor' ? hundredths : exact / 10_000n + (exact % 10_000n >= 5000n ? 1n : 0n);
  const given = cents.map(() => 0n);
  const discount = [asked, sum].toSorted((one, other) => Number(one - other))[0] ?? 0n;
  for (let cent = 0n; cent < discount; cent += 1n) {
    let neediest = 0;
    const owed = (index: number) => discount * (cents[index] ?? 0n) - (given[index] ?? 0n) * sum;
    for (const index of cents.keys()) if (owed(index) > owed(neediest)) neediest = index;
    given[neediest] = (given[neediest] ?? 0n) + 1n;
  }
  return { cents, discount, given };
}

/** Mulberry32: the same histories in every run. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

test('equal those of a model that hands out single cents, over 3,000 random sales', () => {
  const random = randomOf(20);
  const decimal = (below: number) => (random(below) / 100).toFixed(2);
  for (let run = 0; run < 3000; run += 1) {
    const items = Array.from({ length: 1 + random(6) }, () =>
      item(random(3) === 0 ? decimal(500) : String(1 + random(5)), decimal(random(2) === 0 ? 300 : 40)),
    );
    const desconto = random(2) === 0 ? valor(decimal(400)) : percentual(decimal(10_001));
    const { cents, discount, given } = modelOf(items, desconto);
    const totals = totalsOf(items, desconto);
    const inCents = (text: string) => BigInt(text.replace('.', ''));
    expect({
      brutos: totals.itens.map(({ bruto }) => inCents(bruto)),
      discount: inCents(totals.desconto),
      given: totals.itens.map((each) => inCents(each.desconto)),
      total: inCents(totals.total),
    }).toEqual({ brutos: cents, discount, given, total: inCents(totals.bruto) - discount });
  }
});
