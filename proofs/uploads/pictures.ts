import { crc32, deflateRawSync, constants as zlib } from 'node:zlib';
import sharp from 'sharp';

/** The parts from which `corpus.ts` makes hostile images. */

export type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif';

/** A picture of noise, so that no two pictures have the same bytes. */
export const picture = (width: number, height: number) =>
  sharp({
    create: {
      ...{ width, height, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

const SIDE = 160;
const bases = new Map<Format, Promise<Buffer>>();

/** An ordinary picture in this format. Each format is encoded once. */
export function baseOf(format: Format): Promise<Buffer> {
  const made = bases.get(format) ?? picture(SIDE, SIDE).toFormat(format, { quality: 60 }).toBuffer();
  bases.set(format, made);
  return made;
}

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** The header of a PNG with eight bits per channel: three channels (`color` 2) or one (0). */
function pngHeader(width: number, height: number, color: 0 | 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, color, 0, 0, 0], 8);
  return pngChunk('IHDR', header);
}

/** A valid PNG of black pixels. Its size on the wire is about a thousandth of its pixels. */
export const blackPng = (width: number, height: number, color: 0 | 2 = 2): Buffer =>
  Buffer.concat([
    PNG_SIGNATURE,
    pngHeader(width, height, color),
    pngChunk('IDAT', zlibOfZeros(height * (1 + width * (color === 2 ? 3 : 1)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);

/** Inserts chunks after the header of a PNG. */
export const withPngChunks = (png: Buffer, ...chunks: Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);

const BLOCK = 2 ** 20;
const block = deflateRawSync(Buffer.alloc(BLOCK), { finishFlush: zlib.Z_FULL_FLUSH });

/** This many zeros, compressed. Each block is independent, so the packed block is repeated. */
export function zlibOfZeros(bytes: number): Buffer {
  const rest = deflateRawSync(Buffer.alloc(bytes % BLOCK));
  const blocks = Array.from({ length: Math.floor(bytes / BLOCK) }, () => block);
  const checksum = Buffer.alloc(4);
  // The Adler-32 of n zeros.
  checksum.writeUInt32BE((bytes % 65_521) * 65_536 + 1, 0);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, rest, checksum]);
}

/** A segment of a JPEG, such as APP1 (0xe1) or a comment (0xfe). */
export function jpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Inserts segments after the first marker of a JPEG. */
export const withSegments = (jpeg: Buffer, ...segments: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);

/** A chunk of a WebP. */
export function webpChunk(type: string, data: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** A WebP of these chunks. */
export function webpOf(...chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks]);
  const head = Buffer.from('RIFF\0\0\0\0');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The chunks of a WebP, each with its head. */
export function webpChunksOf(file: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 12; at + 8 <= file.length; ) {
    const size = file.readUInt32LE(at + 4);
    chunks.push({ type: file.toString('latin1', at, at + 4), data: file.subarray(at + 8, at + 8 + size) });
    at += 8 + size + (size % 2);
  }
  return chunks;
}

/** The extended header of a WebP. */
export function webpExtended(flags: number, width: number, height: number): Buffer {
  const data = Buffer.alloc(10);
  data[0] = flags;
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', data);
}

/** A GIF of many frames that contain one pixel. */
export function gifOf(frames: number, width = 1, height = 1): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('\x21\xf9\x04\0\x01\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  frame.writeUInt16LE(width, 13);
  frame.writeUInt16LE(height, 15);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

/** A PNG with an animation of many frames of one pixel. */
export function apngOf(frames: number): Buffer {
  const pixel = blackPng(1, 1);
  const data = zlibOfZeros(4);
  const counts = Buffer.alloc(8);
  counts.writeUInt32BE(frames, 0);
  const parts: Buffer[] = [];
  for (let n = 0, sequence = 0; n < frames; n++) {
    const control = Buffer.alloc(26);
    control.writeUInt32BE(sequence++, 0);
    control.writeUInt32BE(1, 4);
    control.writeUInt32BE(1, 8);
    control.writeUInt16BE(1, 20);
    parts.push(pngChunk('fcTL', control));
    if (n === 0) continue;
    const numbered = Buffer.concat([Buffer.alloc(4), data]);
    numbered.writeUInt32BE(sequence++, 0);
    parts.push(pngChunk('fdAT', numbered));
  }
  const [idat, iend] = [pixel.subarray(33, -12), pixel.subarray(-12)];
  const [first, ...others] = parts;
  return Buffer.concat([
    pixel.subarray(0, 33),
    pngChunk('acTL', counts),
    ...(first ? [first] : []),
    ...[idat, ...others, iend],
  ]);
}

/** An animated WebP of many frames. */
export async function animatedWebp(frames: number): Promise<Buffer> {
  const still = await picture(16, 16).webp().toBuffer();
  const bitstream = webpChunksOf(still).map(({ type, data }) => webpChunk(type, data));
  const head = Buffer.alloc(16);
  head.writeUIntLE(15, 6, 3);
  head.writeUIntLE(15, 9, 3);
  head.writeUIntLE(100, 12, 3);
  const frame = webpChunk('ANMF', Buffer.concat([head, ...bitstream]));
  const all = Array.from({ length: frames }, () => frame);
  return webpOf(webpExtended(2, 16, 16), webpChunk('ANIM', Buffer.alloc(6)), ...all);
}
