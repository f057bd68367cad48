import type { Pixels } from './heic.ts';

/** Whether the file is a BMP, as Paint and scanners write it. sharp's build has no decoder for BMP. */
export const isBmp = (head: string) => /^BM.{4}\0\0\0\0/s.test(head);

const COMPRESSION = { none: 0, bitfields: 3, alphaBitfields: 6 };
const FILE_HEADER = 14;
/**
 * The size of BITMAPINFOHEADER. Later headers begin with the same fields. The shorter OS/2 header is not
 * supported.
 */
const INFO_HEADER = 40;

/**
 * Decodes a BMP with 1 to 32 bits per pixel and without run-length encoding. Ignores alpha, which most
 * programs fill with zeros. Throws `unreadable type` for an unsupported kind of BMP, and other errors for a
 * damaged file.
 */
export function decodeBmp(source: Buffer, maxPixels: number): Pixels {
  const header = readHeader(source);
  const { width, height, bits, dataAt } = header;
  if (width * height > maxPixels) throw new Error('over the pixel limit');
  // Every row begins at a multiple of four bytes.
  const stride = Math.ceil((width * bits) / 32) * 4;
  if (dataAt + stride * height > source.length) throw new Error('the file ends before its last row');
  const colorAt = header.masks ? maskedColor(source, bits / 8, header.masks) : paletteColor(source, header);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const row = dataAt + stride * (header.isTopDown ? y : height - 1 - y);
    for (let x = 0; x < width; x++) {
      const color = colorAt(row, x);
      const at = (y * width + x) * 3;
      data[at] = color >> 16;
      data[at + 1] = color >> 8;
      data[at + 2] = color;
    }
  }
  return { data, width, height };
}

interface Header {
  width: number;
  height: number;
  isTopDown: boolean;
  bits: number;
  dataAt: number;
  /** The offset of the palette, for up to eight bits per pixel. */
  paletteAt: number;
  /** The number of colours in the palette. */
  colors: number;
  /** The masks of the red, green and blue bits of a pixel, for more than eight bits per pixel. */
  masks: readonly [number, number, number] | null;
}

function readHeader(source: Buffer): Header {
  const dataAt = source.readUInt32LE(10);
  const size = source.readUInt32LE(FILE_HEADER);
  const width = source.readInt32LE(18);
  const signedHeight = source.readInt32LE(22);
  const bits = source.readUInt16LE(28);
  const compression = source.readUInt32LE(30);
  const isMasked = compression === COMPRESSION.bitfields || compression === COMPRESSION.alphaBitfields;
  if (size < INFO_HEADER || (compression !== COMPRESSION.none && !isMasked))
    throw new Error('unreadable type');
  if (width <= 0 || signedHeight === 0 || ![1, 4, 8, 16, 24, 32].includes(bits))
    throw new Error('damaged header');
  const masks: Header['masks'] = isMasked
    ? [source.readUInt32LE(54), source.readUInt32LE(58), source.readUInt32LE(62)]
    : bits === 16
      ? [0x7c00, 0x03e0, 0x001f]
      : [0xff0000, 0x00ff00, 0x0000ff];
  return {
    ...{ width, bits, dataAt, height: Math.abs(signedHeight), isTopDown: signedHeight < 0 },
    paletteAt: FILE_HEADER + size,
    colors: Math.min(source.readUInt32LE(46) || 2 ** bits, 2 ** bits),
    masks: bits > 8 ? masks : null,
  };
}

type ColorAt = (row: number, x: number) => number;

function paletteColor(source: Buffer, { bits, paletteAt, colors }: Header): ColorAt {
  const palette = Array.from({ length: colors }, (_, n) => source.readUIntLE(paletteAt + n * 4, 3));
  const perByte = 8 / bits;
  const mask = 2 ** bits - 1;
  return (row, x) => {
    const byte = source[row + Math.floor(x / perByte)] ?? 0;
    const shift = 8 - bits * ((x % perByte) + 1);
    // An index beyond the palette gives black, as in other decoders.
    return palette[(byte >> shift) & mask] ?? 0;
  };
}

function maskedColor(source: Buffer, bytes: number, masks: readonly [number, number, number]): ColorAt {
  const [red, green, blue] = masks.map(channelOf) as [Channel, Channel, Channel];
  return (row, x) => {
    const pixel = source.readUIntLE(row + x * bytes, bytes);
    return (red(pixel) << 16) | (green(pixel) << 8) | blue(pixel);
  };
}

type Channel = (pixel: number) => number;

/** Extracts the bits of a mask and scales them to 0–255. */
function channelOf(mask: number): Channel {
  if (mask === 0) return () => 0;
  const lowest = 31 - Math.clz32(mask & -mask);
  const most = mask >>> lowest;
  return (pixel) => Math.round((((pixel & mask) >>> lowest) * 255) / most);
}
