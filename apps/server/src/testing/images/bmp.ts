interface Bitmap {
  width: number;
  /** Colours as 0xRRGGBB, from the topmost row. */
  rows: readonly (readonly number[])[];
  bits: 1 | 4 | 8 | 16 | 24 | 32;
  isTopDown?: boolean;
}

/** Writes a BMP. With at most eight bits per pixel, the file has a palette of the used colours. */
export function aBmp({ width, rows, bits, isTopDown = false }: Bitmap): Buffer {
  const palette = bits <= 8 ? [...new Set(rows.flat())] : [];
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + palette.length * 4, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(width, 18);
  header.writeInt32LE(isTopDown ? -rows.length : rows.length, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.writeUInt32LE(palette.length, 46);
  const colors = palette.flatMap((color) => [...bytesOf(color, 3), 0]);
  const data = (isTopDown ? rows : rows.toReversed()).flatMap((row) => {
    const digits = row.map((color) => binary(bits <= 8 ? palette.indexOf(color) : packed(color, bits), bits));
    const joined = digits.join('').padEnd(Math.ceil((width * bits) / 32) * 32, '0');
    return (joined.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  });
  return Buffer.concat([header, Buffer.from(colors), Buffer.from(data)]);
}

const bytesOf = (value: number, count: number) =>
  Array.from({ length: count }, (_, n) => (value >>> (8 * n)) & 255);

/** Packs a colour with five bits per channel at 16 bits per pixel, and otherwise with eight. */
const packed = (color: number, bits: number) =>
  bits === 16 ? (((color >> 19) & 31) << 10) | (((color >> 11) & 31) << 5) | ((color >> 3) & 31) : color;

/** Returns the bits in file order. A pixel of several bytes has its lowest byte first. */
const binary = (value: number, bits: number) =>
  bits < 8
    ? value.toString(2).padStart(bits, '0')
    : bytesOf(value, bits / 8)
        .map((byte) => byte.toString(2).padStart(8, '0'))
        .join('');
