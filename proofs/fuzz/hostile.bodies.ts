import { gzipSync } from 'node:zlib';

/** Bodies that match no schema of the contract. */
export const BODIES: readonly Buffer[] = [
  ...[
    '',
    ' ',
    'null',
    'true',
    '1',
    '""',
    '[]',
    '{',
    '}',
    '{"a"',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    '{}{}',
    '{} x',
    '[{}]',
  ],
  ...[
    '{"__proto__":{"poluido":1}}',
    '{"constructor":{"prototype":{"poluido":1}}}',
    '{"\\u005f_proto__":{"poluido":1}}',
  ],
  ...['[', '{"a":', '[[', '{"a":['].map((open) => open.repeat(10_000)),
  ...[`${'['.repeat(10_000)}${']'.repeat(10_000)}`, `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
  ...['['.repeat(127_000) + ']'.repeat(127_000), '{"a":'.repeat(40_000) + 1 + '}'.repeat(40_000)],
  ...[
    `{"a":"${'x'.repeat(250_000)}"}`,
    `{"a":"${'x'.repeat(262_136)}"}`,
    `{"a":"${'x'.repeat(262_137)}"}`,
    `[${'1,'.repeat(120_000)}1]`,
  ],
  ...[' '.repeat(200_000), `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join()}}`],
  '\ufeff{}',
]
  .map((text) => Buffer.from(text))
  .concat([
    Buffer.from('{"nome":"x"}', 'utf16le'),
    Buffer.from('\ufeff{"nome":"x"}', 'utf16le').swap16(),
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xc0, 0x80, 0x22, 0x7d]),
    Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x7d]),
    Buffer.from([0x7b, 0x22, 0x61, 0x00, 0x22, 0x3a, 0x31, 0x7d]),
    Buffer.alloc(1000),
    gzipSync('{"nome":"x"}'),
    Buffer.alloc(1_000_000, 'x'),
  ]);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const svg = (inside: string, attributes = 'width="20" height="20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);

/** A PNG whose header states this width and height. */
function pngOf(width: number, height: number): Buffer {
  const file = Buffer.from(PNG);
  file.writeUInt32BE(width, 16);
  file.writeUInt32BE(height, 20);
  return file;
}

export const GOOD_FILES: readonly Buffer[] = [PNG, svg('<rect width="9" height="9" fill="red"/>')];

export const BAD_FILES: readonly Buffer[] = [
  ...[
    Buffer.alloc(0),
    Buffer.from('x'),
    Buffer.alloc(5000),
    Buffer.from('<html><script>alert(1)</script>'),
    Buffer.from('%PDF-1.7'),
  ],
  ...[
    PNG.subarray(0, 8),
    PNG.subarray(0, 30),
    PNG.subarray(0, -13),
    Buffer.concat([PNG, Buffer.from('PK\u0003\u0004')]),
  ],
  ...[pngOf(0, 0), pngOf(60_000, 60_000), pngOf(2 ** 31, 1), pngOf(2, 2)],
  ...[
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]),
    Buffer.from('GIF89a'),
    Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 '),
  ],
  ...[
    svg('').subarray(0, 30),
    svg('<script>alert(1)</script>'),
    svg('<image href="file:///etc/passwd"/>'),
    svg('', ''),
    svg('', 'width="1e9" height="1e9"'),
  ],
  svg('<g>'.repeat(3000)),
  Buffer.from(
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>',
  ),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'),
  gzipSync(svg('')),
];
