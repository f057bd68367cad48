import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type NumberKind, readNumber } from './brazilian-number.ts';
import { DOUBTFUL, EMPTY, PRECO, READ, REFUSED } from './brazilian-number.vectors.ts';

const number = (value: string, doubt?: string) => ({ is: 'number', value, ...(doubt && { doubt }) });
const refused = (refusal: string) => ({ is: 'refused', refusal });

test('the table has at least two hundred cases, each once', () => {
  const texts = [...READ, ...DOUBTFUL, ...REFUSED].map(([text]) => text).concat(EMPTY);
  expect(texts.length).toBeGreaterThanOrEqual(200);
  expect(new Set(texts).size).toBe(texts.length);
});

test.each(READ)('%j is %s', (text, value) => {
  expect(readNumber(text, PRECO)).toEqual(number(value));
});

test.each(DOUBTFUL)('%j is %s, and the reader says so', (text, value, doubt) => {
  expect(readNumber(text, PRECO)).toEqual(number(value, doubt));
});

test.each(REFUSED)('%j is refused', (text, refusal) => {
  expect(readNumber(text, PRECO)).toEqual(refused(refusal));
});

test.each(EMPTY)('%j is empty', (text) => {
  expect(readNumber(text, PRECO)).toEqual({ is: 'empty' });
});

const QUANTIDADE: NumberKind = { places: 2 };
const COMISSAO: NumberKind = { places: 2, unit: '%' };
const PESO: NumberKind = { places: 3 };
const INTEIRO: NumberKind = { places: 0 };

test.each([
  ['1.000', QUANTIDADE, number('1000.00', 'Lido como 1.000,00 (mil). Se for decimal, use vírgula: 1,000.')],
  ['118,5', QUANTIDADE, number('118.50')],
  ['R$ 5', QUANTIDADE, refused('Tire o “R$”: este campo não é um valor em reais.')],
  ['5%', QUANTIDADE, refused('Tire o “%”: este campo não é uma porcentagem.')],
  ['5%', COMISSAO, number('5.00')],
  ['5,5 %', COMISSAO, number('5.50')],
  ['-2,5%', COMISSAO, number('-2.50')],
  ['５％', COMISSAO, number('5.00')],
  ['R$ 5', COMISSAO, refused('Tire o “R$”: este campo não é um valor em reais.')],
  ['5%%', COMISSAO, refused('Tire “%” e deixe só o número, como 1.234,56.')],
  ['0,019', PESO, number('0.019')],
  ['1.234', PESO, number('1234.000', 'Lido como 1.234,00. Se for decimal, use vírgula: 1,234.')],
  ['1,234', PESO, number('1.234', 'Lido como 1,234. Se for milhar, use ponto: 1.234.')],
  ['1234.567', PESO, number('1234.567', 'Lido como 1.234,567.')],
  ['0,0005', PESO, refused('Use até três casas decimais: 0,0005 tem quatro.')],
  ['0,55', { places: 1 }, refused('Use até uma casa decimal: 0,55 tem duas.')],
  ['5', INTEIRO, number('5')],
  ['-5', INTEIRO, number('-5')],
  ['1.000', INTEIRO, number('1000')],
  ['1,000', INTEIRO, number('1', 'Lido como 1. Se for milhar, use ponto: 1.000.')],
  ['5,5', INTEIRO, refused('Use um número inteiro: 5,5 tem decimais.')],
  ['1,234', INTEIRO, refused('Use um número inteiro: 1,234 tem decimais. Se for milhar, use ponto: 1.234.')],
  ['abc', INTEIRO, refused('“abc” não é um número. Escreva, por exemplo, 1.234.')],
] as const)('%j of %j', (text, kind, reading) => {
  expect(readNumber(text, kind)).toEqual(reading);
});

/**
 * An independent reader that works by writing. It writes every number with these digits in every Brazilian
 * way, and looks for the text among the results.
 */
function readByWriting(text: string, places: number): string | undefined {
  const digits = text.replaceAll(/[.,]/g, '');
  const grouped: (string | undefined)[] = [];
  const plain: (string | undefined)[] = [];
  for (let decimals = 0; decimals <= digits.length; decimals++) {
    const whole = digits.slice(0, digits.length - decimals);
    const fraction = digits.slice(digits.length - decimals);
    const value = padded(whole, fraction, places);
    const withDots = dotted(whole);
    if (
      withDots !== whole &&
      (withDots + (decimals > 0 ? `,${fraction}` : '') === text || `${withDots},` === text)
    )
      grouped.push(value);
    if ([`${whole},${fraction}`, `${whole}.${fraction}`, decimals === 0 ? whole : undefined].includes(text))
      plain.push(value);
  }
  return digits === '' ? undefined : [...grouped, ...plain][0];
}

function dotted(whole: string): string {
  if (whole.startsWith('0')) return whole;
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return groups.join('.');
}

/**
 * Pads the decimals to `places`. Returns undefined where a digit would be lost, and for more than 15 whole
 * digits.
 */
const padded = (whole: string, fraction: string, places: number): string | undefined => {
  const amount = BigInt(whole || '0');
  const kept = fraction.padEnd(places, '0').slice(0, places);
  const isExact = Number(fraction.slice(places) || '0') === 0;
  return isExact && amount < 10n ** 15n ? `${amount}${places > 0 ? `.${kept}` : ''}` : undefined;
};

const anyText = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'0123456789.,'), minLength: 1, maxLength: 20 }),
  fc
    .array(fc.tuple(fc.stringMatching(/^\d{1,4}$/), fc.constantFrom('.', ',', '')), {
      minLength: 1,
      maxLength: 4,
    })
    .map((groups) => groups.flat().join('')),
  fc
    .tuple(
      fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 14n }), fc.bigInt({ min: 0n, max: 10n ** 18n })),
      fc.constantFrom('', ',', ',5', ',56', ',567', '.5', '.56', '.567'),
    )
    .map(([whole, rest]) => dotted(String(whole)) + rest),
);

test('an independent second reader reads every text of digits, dots and commas the same way', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 0, max: 4 }), (text, places) => {
      const reading = readNumber(text, { places });
      const expected = readByWriting(text, places);
      const read = reading.is === 'number' ? reading.value : undefined;
      expect(read).toBe(expected);
    }),
    { numRuns: 20_000 },
  );
});

test('every amount in its displayed form is read as itself, and a sign or a mark changes only the sign or the mark', () => {
  const shown = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 });
  const amount = fc
    .bigInt({ min: 0n, max: 10n ** 12n })
    .map((cents) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`);
  fc.assert(
    fc.property(amount, (value) => {
      const text = shown.format(value as Intl.StringNumericLiteral);
      for (const written of [value, text, `R$ ${text}`, `+${text}`, text.replaceAll('.', ' ')])
        expect(readNumber(written, PRECO)).toMatchObject({ is: 'number', value });
      const negative = value === '0.00' ? value : `-${value}`;
      expect(readNumber(`-${text}`, PRECO)).toMatchObject({ is: 'number', value: negative });
    }),
  );
});

test('no text makes the reader throw or return a number that is not an exact decimal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
      const reading = readNumber(text, PRECO);
      if (reading.is === 'number') expect(reading.value).toMatch(/^-?(0|[1-9]\d*)\.\d{2}$/);
      if (reading.is === 'refused') expect(reading.refusal).toMatch(/\.$/);
    }),
  );
});

test.each(['1'.repeat(41), '1.'.repeat(50_000), `1${' '.repeat(50_000)}1`, 'abc '.repeat(20)])(
  'a text longer than any number is refused',
  (text) => {
    expect(readNumber(text, PRECO)).toEqual(
      refused('Este texto é longo demais para um número. Escreva só o número.'),
    );
  },
);

test('spaces around a number do not count to its length', () => {
  expect(readNumber(`${' '.repeat(100)}5${' '.repeat(100)}`, PRECO)).toEqual(number('5.00'));
});
