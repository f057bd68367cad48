import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameAmount, margemOf, productOf, stepDown, stepUp, sumOf } from './decimal.ts';

test.each([
  ['', '0.01'],
  ['0', '0.01'],
  ['0.29', '0.30'],
  ['12', '12.01'],
  ['12.3', '12.31'],
  ['12.99', '13.00'],
  ['999999999999999.99', '1000000000000000.00'],
  ['9007199254740993.01', '9007199254740993.02'],
])('[FMT-07] a step up from %j gives exactly %s', (from, to) => {
  expect(stepUp(from, 2, undefined)).toBe(to);
});

test.each([
  ['', '0.00'],
  ['0', '0.00'],
  ['0.01', '0.00'],
  ['0.10', '0.09'],
  ['1', '0.99'],
])('[FMT-07] a step down from %j gives %s and never less than zero', (from, to) => {
  expect(stepDown(from, 2)).toBe(to);
});

test('a step stops at the limit and does not change a value typed above the limit', () => {
  expect(stepUp('99.99', 2, '100')).toBe('100.00');
  expect(stepUp('99.995', 3, '100')).toBe('100.000');
  expect(stepUp('100', 2, '100')).toBe('100.00');
  expect(stepUp('150', 2, '100')).toBe('150');
});

test('a step is a hundredth also in a field with more than two decimals', () => {
  expect(stepUp('1.2345', 4, undefined)).toBe('1.2445');
  expect(stepDown('1.2345', 4)).toBe('1.2245');
});

test('a step up from a negative value adds a hundredth, and a step down gives zero', () => {
  expect(stepUp('-5', 2, undefined)).toBe('-4.99');
  expect(stepUp('-0.01', 2, undefined)).toBe('0.00');
  expect(stepDown('-5', 2)).toBe('0.00');
});

test('sums and products are exact where floating-point arithmetic is not', () => {
  expect(sumOf([])).toBe('0.00');
  expect(sumOf(['0.1', '0.2'])).toBe('0.30');
  expect(sumOf(['9999999999.99', '0.01', '12'])).toBe('10000000012.00');
  expect(productOf('1.1', '1.1')).toBe('1.2100');
  expect(productOf('9999999999.99', '9999999999.99')).toBe('99999999999800000000.0001');
  expect(productOf('-0.5', '3')).toBe('-1.5000');
});

test('a sum or a product is undefined while one of its texts is not an amount', () => {
  for (const text of ['', 'abc', '1.234.5', '0.019', '1,5']) {
    expect(sumOf(['1', text])).toBeUndefined();
    expect(productOf('1', text)).toBeUndefined();
    expect(productOf(text, '1')).toBeUndefined();
  }
});

test('amounts compare by value, and any other text equals only itself', () => {
  expect(isSameAmount('5', '5.00')).toBe(true);
  expect(isSameAmount('5.1', '5.10')).toBe(true);
  expect(isSameAmount('9007199254740993.01', '9007199254740993.02')).toBe(false);
  expect(isSameAmount('abc', 'abc')).toBe(true);
  expect(isSameAmount('', '0.00')).toBe(false);
});

test.each([
  ['10', '25.90', '15.90', '61.4'],
  ['10', '20', '10.00', '50.0'],
  ['0', '20', '20.00', '100.0'],
  ['30', '20', '-10.00', '-50.0'],
  ['20', '20', '0.00', '0.0'],
  ['9999999999.98', '9999999999.99', '0.01', '0.0'],
  // 0,25 % is exactly between two tenths.
  ['399', '400', '1.00', '0.3'],
  ['401', '400', '-1.00', '-0.3'],
])(
  'a cost of %s under a price of %s leaves %s, which are %s percent of the price',
  (custo, preco, lucro, p) => {
    expect(margemOf(custo, preco)).toEqual({ lucro, percentual: p });
  },
);

test.each([
  ['', '20'],
  ['10', ''],
  ['10', '0'],
  ['dez', '20'],
  ['10', '-5'],
])('there is no margin of %j and %j', (custo, preco) => {
  expect(margemOf(custo, preco)).toBeUndefined();
});

/** The model: the margin in tenths of a percent as a fraction, rounded by looking at twice its remainder. */
function modelTenths(custo: bigint, preco: bigint): bigint {
  const tenths = (preco - custo) * 1000n;
  const whole = tenths / preco;
  const rest = tenths % preco;
  const isUp = 2n * (rest < 0n ? -rest : rest) >= preco;
  return isUp ? whole + (rest < 0n ? -1n : 1n) : whole;
}

test('the margin of any two amounts is the one of the model', () => {
  const cents = fc.bigInt({ min: 0n, max: 999_999_999_999n });
  const written = (units: bigint) => `${units / 100n}.${String(units % 100n).padStart(2, '0')}`;
  fc.assert(
    fc.property(cents, fc.bigInt({ min: 1n, max: 999_999_999_999n }), (custo, preco) => {
      const margem = margemOf(written(custo), written(preco));
      const [whole = '', tenth = ''] = (margem?.percentual ?? '').split('.');
      expect(BigInt(whole + tenth)).toBe(modelTenths(custo, preco));
      expect(BigInt((margem?.lucro ?? '').replace('.', ''))).toBe(preco - custo);
    }),
  );
});
