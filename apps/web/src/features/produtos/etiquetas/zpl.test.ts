import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Etiqueta, Simbologia } from './etiqueta.ts';
import { MODELOS } from './modelos.ts';
import { escapeZpl, zplOf } from './zpl.ts';

const ROLO = MODELOS.find(({ folha }) => !folha) ?? MODELOS[0];

const etiqueta = (simbologia: Simbologia, texto: string, nome = 'Filtro de óleo'): Etiqueta => ({
  nome,
  sku: 'FO-1',
  preco: 'R$ 39,90',
  simbolo: { simbologia, texto },
});

/** Reads a format as a printer does: commands begin with `^` or `~`, and `_` begins a code inside a field. */
function read(zpl: string) {
  const commands = zpl
    .split(/(?=[\^~])/)
    .map((each) => each.replace(/\n$/, ''))
    .filter(Boolean);
  const fields = commands
    .filter((each) => each.startsWith('^FD'))
    .map((each) =>
      each
        .slice(3)
        .replaceAll(/_([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    );
  return { commands, fields, names: commands.map((each) => each.slice(0, 3)) };
}

test.each([
  ['code128', 'FO-1', '^BCN', 'FO-1'],
  ['ean13', '7891000315507', '^BEN', '789100031550'],
  ['qrcode', 'FO-1 ção', '^BQN', 'MA,FO-1 ção'],
] as const)(
  'a label with %s has its command, its text and its copies',
  (simbologia, texto, command, data) => {
    const { commands, fields } = read(zplOf([{ etiqueta: etiqueta(simbologia, texto), copies: 3 }], ROLO));
    expect(commands[0]).toBe('^XA');
    expect(commands).toContain('^CI28');
    expect(commands.filter((each) => each.startsWith(command))).toHaveLength(1);
    expect(fields).toEqual(['Filtro de óleo', data, 'FO-1', 'R$ 39,90']);
    expect(commands).toContain('^PQ3');
    expect(commands.at(-1)).toBe('^XZ');
  },
);

test('each produto is a format of its own, and one without copies is left out', () => {
  const zpl = zplOf(
    [
      { etiqueta: etiqueta('code128', 'A'), copies: 1 },
      { etiqueta: etiqueta('code128', 'B'), copies: 0 },
      { etiqueta: etiqueta('code128', 'C'), copies: 2 },
    ],
    ROLO,
  );
  expect(read(zpl).commands.filter((each) => each === '^XA')).toHaveLength(2);
  expect(zpl).not.toContain('^FDB^FS');
});

test('a text cannot begin a command, and the printer reads it as it was typed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('^', '~', '_', '\\', 'X', 'A', 'Z', 'é', ' ', '5', 'E') }),
      (nome) => {
        const { names, fields } = read(
          zplOf([{ etiqueta: etiqueta('qrcode', nome, nome), copies: 1 }], ROLO),
        );
        expect(fields.slice(0, 2)).toEqual([nome, `MA,${nome}`]);
        expect(names.filter((each) => each === '^XA' || each.startsWith('~'))).toEqual(['^XA']);
      },
    ),
  );
  expect(escapeZpl('a\n^XZ~JR_\\&')).toBe('a _5EXZ_7EJR_5F_5C&');
});
