import { Worker } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import sharp, { type Sharp } from 'sharp';
import { decodeBmp, isBmp } from './bmp.ts';
import { changeUser } from './confine.ts';
import { decodeHeic, isHeic, type Pixels } from './heic.ts';
import { refuseSvg } from './svg-limits.ts';

// Decodes untrusted images in a separate process, so that a decoder's crash, endless loop or memory bomb ends
// only this process. `image-slot.ts` starts the process, sends it images and kills it.

export interface Job {
  bytes: Uint8Array;
  maxSide: number;
  /** If set, the process also makes a thumbnail whose sides are at most this long. */
  thumbnailSide?: number | undefined;
}

type Result =
  | { ok: true; bytes: Buffer; thumbnail: Buffer | null; largura: number; altura: number }
  | { ok: false; mensagem: string };

/** The result, and the CPU time that it took. */
export type Answer = Result & { cpuMs: number };

export interface Settings {
  memoryMb: number;
  /**
   * The CPU time for one image. A thumbnail adds as much again, and so does HEIC, whose decoder is
   * WebAssembly.
   */
  cpuMs: number;
  /**
   * The user and group id that the process changes to before the first image. With null the process keeps its
   * user.
   */
  uid: number | null;
}

const settings: Settings = JSON.parse(process.argv[2] ?? '');
/** The CPU time, counted from the start of the process, at which the watchdog kills the process. */
const deadline = new Float64Array(new SharedArrayBuffer(8)).fill(Number.POSITIVE_INFINITY);

const MAX_PIXELS = 25_000_000;
const MAX_FRAMES = 1_000;
/**
 * The longest side of a JPEG. A PNG may be far wider, and the decoder keeps several rows of it in memory: 25 million
 * pixels in one row take 230 MB.
 */
const MAX_SIDE = 65_535;

const refusals = {
  notAnImage:
    'Este arquivo não é uma imagem. Envie um arquivo JPG, PNG, WebP, GIF, HEIC, AVIF, TIFF, BMP ou SVG.',
  unreadableType: 'Este tipo de imagem não pode ser lido aqui. Salve-a como JPG ou PNG e envie outra vez.',
  tooManyPixels: 'Esta imagem é grande demais: use até 25 milhões de pixels.',
  tooManyFrames: 'Esta imagem tem quadros demais: use até 1.000 quadros, ou envie só o primeiro.',
  tooLong: 'Esta imagem é comprida demais: use até 65.535 pixels de cada lado.',
  damaged: 'Não foi possível ler esta imagem. Ela parece danificada; salve-a de novo e tente outra vez.',
  filters: 'Este SVG usa filtros pesados demais. Exporte-o sem efeitos, ou como PNG, e envie outra vez.',
  tooManyElements: 'Este SVG tem elementos demais. Simplifique-o, ou exporte-o como PNG, e envie outra vez.',
  entities: 'Este SVG declara entidades XML que não são aceitas. Exporte-o de novo como SVG simples ou PNG.',
};

const refuse = (reason: keyof typeof refusals): Result => ({ ok: false, mensagem: refusals[reason] });

async function answer(job: Job): Promise<void> {
  const began = cpuNow();
  const source = Buffer.from(job.bytes.buffer, job.bytes.byteOffset, job.bytes.byteLength);
  const kind = sniff(source);
  const times = 1 + (job.thumbnailSide ? 1 : 0) + (kind === 'heic' ? 1 : 0);
  deadline[0] = began + times * settings.cpuMs;
  const result = await reencode(source, kind, job).catch(explain);
  deadline[0] = Number.POSITIVE_INFINITY;
  const said: Answer = { ...result, cpuMs: cpuNow() - began };
  process.send?.(said);
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function reencode(source: Buffer, kind: Kind, sides: Sides): Promise<Result> {
  if (kind === 'heic') return reencodeRaster(openPixels(await decodeHeic(source, MAX_PIXELS)), sides);
  if (kind === 'bmp') return reencodeRaster(openPixels(decodeBmp(source, MAX_PIXELS)), sides);
  if (kind === 'raster') return reencodeRaster(openRaster(source), sides);
  const svg = readSvg(source);
  if (svg === null) return refuse('notAnImage');
  if (svg === 'entities') return refuse('entities');
  const refusal = refuseSvg(svg) ?? (await refuseEmbedded(svg));
  if (refusal) return refuse(refusal);
  return reencodeRaster(openRaster(rasterise(svg, sides.maxSide)), sides);
}

type Sides = Omit<Job, 'bytes'>;

const openPixels = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 3 } });

// 'warning' is the level that sharp recommends for untrusted input. Only the first frame is decoded, never
// the animation.
const openRaster = (source: Buffer) =>
  sharp(source, { limitInputPixels: MAX_PIXELS, limitInputChannels: 5, failOn: 'warning' });

async function reencodeRaster(image: Sharp, { maxSide, thumbnailSide }: Sides): Promise<Result> {
  const { pages = 1, width, height } = await image.metadata();
  if (pages > MAX_FRAMES) return refuse('tooManyFrames');
  if (Math.max(width, height) > MAX_SIDE) return refuse('tooLong');
  // sharp writes no metadata by default, so EXIF and GPS are dropped. The EXIF orientation is applied first.
  const { data, info } = await image
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = thumbnailSide ? await shrink(data, thumbnailSide) : null;
  return { ok: true, bytes: data, thumbnail, largura: info.width, altura: info.height };
}

/** Shrinks the stored image, because decoding the large original a second time would cost more. */
const shrink = (stored: Buffer, side: number) =>
  sharp(stored)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();

type Kind = 'raster' | 'heic' | 'bmp' | 'other';

/**
 * Detects the type from the content, because the file name and the declared type come from the sender and are
 * untrusted.
 */
function sniff(source: Buffer): Kind {
  const head = source.toString('latin1', 0, 64);
  if (/^(?:\xff\xd8\xff|\x89PNG\r\n.\n|GIF8[79]a|RIFF.{4}WEBP|II\*\0|MM\0\*)/s.test(head)) return 'raster';
  if (isHeic(head)) return 'heic';
  if (isBmp(head)) return 'bmp';
  return /^.{4}ftyp(?:avi[fs]|mif1|msf1)/s.test(head) ? 'raster' : 'other';
}

/**
 * Returns the text of an SVG without references to other files. Returns null if the bytes are not an SVG, and
 * 'entities' if it declares refused entities.
 */
function readSvg(source: Buffer): string | null | 'entities' {
  // Old exporters wrote Latin-1. Latin-1 decodes any bytes, and binary data is rejected below, because it has
  // no root element.
  const text = utf8(source) ?? source.toString('latin1');
  // XML forbids NUL, and resvg aborts the process when its error message quotes one.
  if (text.includes('\0')) return null;
  const prolog = /\ufeff|\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^[>]*(?:\[(.*?)\]\s*)?>/sy;
  let declarations = '';
  let start = 0;
  for (let part = prolog.exec(text); part; part = prolog.exec(text)) {
    declarations += part[1] ?? '';
    start = prolog.lastIndex;
  }
  const root = /<(?:[\w-]+:)?svg[\s/>]/y;
  root.lastIndex = start;
  if (!root.test(text)) return null;
  const body = expandEntities(text.slice(start), declarations);
  return body === null ? 'entities' : unlinkOutside(body);
}

function utf8(source: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(source);
  } catch {
    return undefined;
  }
}

/**
 * Expands plain entities once and drops the DOCTYPE, because Illustrator declares its namespaces as entities.
 * Returns null for nested, external or very many entities, which make an entity bomb.
 */
function expandEntities(body: string, declarations: string): string | null {
  const values = new Map<string, string>();
  const plain = /<!ENTITY\s+([\w.-]+)\s+(["'])([^"'<&%]{0,256})\2\s*>/g;
  const rest = declarations.replace(plain, (_all, name: string, _quote, value: string) => {
    values.set(name, value);
    return '';
  });
  if (rest.includes('<!ENTITY') || values.size > 100) return null;
  let used = 0;
  const expanded = body.replace(/&([\w.-]+);/g, (reference, name: string) => {
    const value = values.get(name);
    if (value !== undefined) used += 1;
    return used > 1_000 ? reference : (value ?? reference);
  });
  return used > 1_000 ? null : expanded;
}

/**
 * Renames every href that is not a fragment or an embedded raster image. resvg opens the path in an image's
 * href, so a logo could show a file of this server. The pattern checks only how the value begins, so a quote
 * or an escape later in the value cannot bypass it. An embedded SVG is unlinked too.
 */
function unlinkOutside(body: string): string {
  return body.replace(/href(?=\s*=\s*["'](?!#|data:image\/(?:png|jpe?g|gif|webp);base64,))/g, 'unlinked');
}

/**
 * Refuses an SVG whose embedded images have too many pixels in total, because the renderer decodes each at
 * its full size.
 */
async function refuseEmbedded(svg: string): Promise<'tooManyPixels' | null> {
  let pixels = 0;
  for (const [, encoded = ''] of svg.matchAll(/["']data:image\/[a-z]+;base64,([^"']*)/g)) {
    const { width = 0, height = 0 } = await sharp(Buffer.from(encoded, 'base64'), { limitInputPixels: false })
      .metadata()
      .catch(() => ({ width: 0, height: 0 }));
    pixels += width * height;
    if (pixels > MAX_PIXELS) return 'tooManyPixels';
  }
  return null;
}

/** Renders a vector image at the maximum size, whatever size it declares. */
function rasterise(svg: string, maxSide: number): Buffer {
  // Loading the system fonts is slow and happens for each image, so only an SVG with text loads them.
  const font = { loadSystemFonts: /<(?:[^\s<>]+:)?text[\s>]/.test(svg) };
  const { width, height } = new Resvg(svg, { logLevel: 'off', font });
  const mode = width >= height ? 'width' : 'height';
  return new Resvg(svg, { logLevel: 'off', font, fitTo: { mode, value: maxSide } }).render().asPng();
}

function explain(error: unknown): Result {
  const text = error instanceof Error ? error.message : String(error);
  if (text.includes('unreadable type')) return refuse('unreadableType');
  return refuse(text.includes('pixel limit') ? 'tooManyPixels' : 'damaged');
}

/**
 * Starts a watchdog thread, because a decoder may block the main thread. The watchdog kills the process on
 * excess memory or CPU time, or when its parent has died.
 */
function watch(): Worker {
  const code = `
    const { deadline, memoryMb } = require('node:worker_threads').workerData;
    const parent = process.ppid;
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      const late = (user + system) / 1000 > deadline[0];
      const heavy = process.memoryUsage.rss() > memoryMb * 1048576;
      if (late || heavy || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    }, 50)`;
  return new Worker(code, { eval: true, workerData: { deadline, memoryMb: settings.memoryMb } });
}

// Allows only the decoders that `sniff` accepts, because libvips would also open PDF, CSV or its own format.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((type) => `VipsForeignLoad${type}Buffer`),
});
sharp.cache(false);
sharp.concurrency(1);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (job: Job) => {
  void answer(job);
});
// A worker thread cannot start while the main thread is busy. The process therefore reports `ready` only once
// the watchdog runs; otherwise a decoder could run unwatched.
watch().once('online', () => {
  changeUser(settings.uid);
  process.send?.('ready');
});
