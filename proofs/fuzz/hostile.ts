/** Literal JSON text, for numbers and tokens that no JavaScript value serializes to. */
export class Raw {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The maximum length, in bytes, of a body that the proof parses. A longer one may be nested so deeply that
 * the recursion of `written` exhausts the stack.
 */
export const MAX_TAKEN_APART = 4000;

/** Serializes a value that may contain `Raw` parts; lone surrogates become escapes. */
export function written(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${written(each)}`).join(',')}}`;
}

const nested = (open: string, close: string, levels: number) =>
  new Raw(open.repeat(levels) + close.repeat(levels));

export const TEXTS: readonly string[] = [
  ...['', ' ', '\u00a0', '\u200b', '\ufeff', '\u0000', 'a\u0000b', '\ud800', 'x\udfff', '\udc00\ud800'],
  ...[
    '\u202e',
    '\r\n',
    'a\tb',
    '\u007f',
    '\u0085',
    '\u2028',
    '\uffff',
    '👩‍👩‍👧‍👦'.repeat(40),
    'é'.normalize('NFD').repeat(150),
  ],
  ...[
    "'; drop table marcas; --",
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '$1',
    '%s%n',
    '{{7*7}}',
    '<script>alert(1)</script>',
  ],
  ...[
    '*',
    '!',
    '&|!():*',
    "a'b & c:*",
    '(((',
    '[[[',
    '+(a+)+$',
    '../../etc/passwd',
    '/',
    '..',
    'null',
    'true',
    '[]',
    '{}',
  ],
  ...[
    'NaN',
    'Infinity',
    '-0',
    '-1',
    '1e400',
    '1e5',
    '0x10',
    '١٢٣',
    '1,5',
    '1.005',
    '9007199254740993',
    '99999999999999999999',
  ],
  ...[
    'infinity',
    '-infinity',
    'now',
    'epoch',
    'today',
    '0000-00-00',
    '2026-02-30',
    '9999-12-31',
    '10000-01-01',
    '0001-01-01',
  ],
  ...[
    '2026-11-16T24:00:00Z',
    '9999-12-31T23:59:59.999999Z',
    '0000-01-01T00:00:00Z',
    '2026-11-16T10:00:00+99:99',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    '{00000000-0000-4000-8000-000000000000}',
  ],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[::1',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    '//x',
  ],
  ...[
    'a@b',
    'a@b.c',
    '"a b"@x.com',
    'a@[127.0.0.1]',
    'a@xn--80ak6aa92e.com',
    `${'a'.repeat(250)}@x.com`,
    'a@b\u0000.com',
  ],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '00000000000', '11111111111', '00000-000'],
  ...[
    'x'.repeat(101),
    'x'.repeat(2001),
    'x'.repeat(10_000),
    '9'.repeat(400),
    'é'.repeat(5000),
    '%'.repeat(100),
  ],
];

export const VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53 - 1,
    2 ** 53,
    [],
    {},
    [[]],
    [null],
    [''],
    ['x'],
  ],
  ...[
    '9007199254740993',
    '1e400',
    '-1e400',
    '-0',
    '1e-400',
    '9223372036854775808',
    '9'.repeat(400),
    '1.0000000000000000001',
  ].map((text) => new Raw(text)),
  ...[
    'NaN',
    'Infinity',
    '01',
    '+1',
    '.5',
    '1.',
    '0x10',
    'undefined',
    "'x'",
    'tru',
    '"\\ud800"',
    '"\\u0000"',
    '"\\x41"',
  ].map((text) => new Raw(text)),
  ...[
    nested('[', ']', 10_000),
    nested('{"a":[', ']}', 5000),
    nested('[', '', 10_000),
    nested('{"a":', '', 5000),
  ],
  ...[
    { length: 1e9 },
    { toString: 1 },
    { $ne: null },
    { toJSON: 'x' },
    Array.from({ length: 5000 }, () => 0),
  ],
  new Raw('{"__proto__":{"poluido":1}}'),
  new Raw('{"constructor":{"prototype":{"poluido":1}}}'),
  new Raw('{"a":1,"a":2,"a":{"a":3}}'),
  new Raw('{"then":1}'),
];

/** Hostile path segments, sent as they are. */
export const SEGMENTS: readonly string[] = [
  ...[
    '',
    '.',
    '..',
    '%2e%2e',
    '%2f',
    '%5c',
    '%00',
    'a%00b',
    '%',
    '%zz',
    '%ff',
    '%c0%ae',
    '%ed%a0%80',
    '%u0041',
    '%25',
    '%2525',
  ],
  ...[
    '0',
    '-1',
    '1e9',
    'null',
    'undefined',
    'NaN',
    '[object Object]',
    '__proto__',
    'constructor',
    '*',
    '**',
    ':id',
    '{id}',
    '$1',
  ],
  ...[
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
    '00000000000040008000000000000000',
  ],
  ...[
    "'",
    '"',
    '`',
    ';',
    ';a=b',
    '<script>',
    '%0d%0aX-Injetado:%201',
    '%F0%9F%98%80',
    'x'.repeat(100),
    'x'.repeat(101),
    'x'.repeat(5000),
  ],
  ...[
    '01001000',
    '01001-000',
    '00000000',
    '99999999999',
    '11222333000181',
    '12ABC34501DE35',
    '%31%31',
    'lixeira',
    'resumo',
    'a/b',
    'a//b',
  ],
];

const CURSORS: readonly unknown[] = [
  ...[
    null,
    1,
    'x',
    [],
    {},
    ['-created_at'],
    ['-created_at', 'depois', 'infinity', '00000000-0000-4000-8000-000000000000', 1],
  ],
  ['-created_at', 'antes', 'x', '00000000-0000-4000-8000-000000000000', 1],
  ['nome', 'depois', 'a\u0000', '00000000-0000-4000-8000-000000000000', 1],
  ['nome', 'antes', '\ud800', '00000000-0000-4000-8000-000000000000', 2 ** 53 - 1],
  ['preco_venda', 'depois', 'NaN', '00000000-0000-4000-8000-000000000000', 1],
  ['-preco_venda', 'antes', '1e400000', '00000000-0000-4000-8000-000000000000', 1],
  ['-quantidade', 'depois', '99999999999999999999999999', '00000000-0000-4000-8000-000000000000', 1e15],
  ['ultima_movimentacao', 'depois', '10000000-01-01', '00000000-0000-4000-8000-000000000000', 1],
  ['nome', 'depois', 'x'.repeat(1000), '00000000-0000-4000-8000-000000000000', 1],
];

/** Values at the limits of PostgreSQL, JSON or UTF-8. The mutations choose them more often than the rest. */
export const SHARP: readonly string[] = [
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfff',
    '\u0001',
    '\uffff',
    'infinity',
    '-infinity',
    'NaN',
    '1e400000',
  ],
  ...['9'.repeat(400), 'x'.repeat(2000), '10000000-01-01', '2026-02-30', '%', '\\'],
];

export const CURSOR_TEXTS: readonly string[] = CURSORS.map((cursor) =>
  Buffer.from(JSON.stringify(cursor)).toString('base64url'),
);

/** Hostile values of a query parameter. */
export const PARAMETERS: readonly string[] = [
  ...TEXTS,
  ...['MLB1', 'MLB1 1', 'MLB9999999999999|0', 'W10', 'e30', '\u0000'.repeat(10)],
];
