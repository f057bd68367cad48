import { Worker } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import sharp from 'sharp';

// Decodes images that strangers sent, in a process of its own: a decoder's crash, endless loop or memory
// bomb ends this process and nothing else. `images.ts` starts it, feeds it and kills it.

export interface Job {
  bytes: Uint8Array;
  maxSide: number;
  /** Also a small one, of no larger a side than this. */
  thumbnailSide?: number | undefined;
}

export type Answer =
  | { ok: true; bytes: Buffer; thumbnail: Buffer | null; largura: number; altura: number }
  | { ok: false; mensagem: string };

const MAX_PIXELS = 25_000_000;
const MAX_FRAMES = 1_000;

const refusals = {
  notAnImage: 'Este arquivo não é uma imagem. Envie um arquivo JPG, PNG, WebP, GIF, AVIF, TIFF ou SVG.',
  unreadableType: 'Este tipo de imagem não pode ser lido aqui. Salve-a como JPG ou PNG e envie outra vez.',
  tooManyPixels: 'Esta imagem é grande demais: use até 25 milhões de pixels.',
  tooManyFrames: 'Esta imagem tem quadros demais: use até 1.000 quadros, ou envie só o primeiro.',
  damaged: 'Não foi possível ler esta imagem. Ela parece danificada; salve-a de novo e tente outra vez.',
  entities: 'Este SVG declara entidades XML que não são aceitas. Exporte-o de novo como SVG simples ou PNG.',
};

const refuse = (reason: keyof typeof refusals): Answer => ({ ok: false, mensagem: refusals[reason] });

async function answer(job: Job): Promise<void> {
  process.send?.(await reencode(job).catch(explain));
}

async function reencode({ bytes, ...sides }: Job): Promise<Answer> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = sniff(source);
  if (kind === 'raster') return reencodeRaster(source, sides);
  if (kind === 'unreadable') return refuse('unreadableType');
  const svg = readSvg(source);
  if (svg === null) return refuse('notAnImage');
  if (svg === 'entities') return refuse('entities');
  return reencodeRaster(rasterise(svg, sides.maxSide), sides);
}

type Sides = Omit<Job, 'bytes'>;

async function reencodeRaster(source: Buffer, { maxSide, thumbnailSide }: Sides): Promise<Answer> {
  // 'warning' is sharp's level for untrusted input. Only the first frame is decoded, never the animation.
  const image = sharp(source, { limitInputPixels: MAX_PIXELS, limitInputChannels: 5, failOn: 'warning' });
  const { pages = 1 } = await image.metadata();
  if (pages > MAX_FRAMES) return refuse('tooManyFrames');
  // The output carries no metadata unless asked to, so EXIF and GPS go; the orientation they held is applied.
  const { data, info } = await image
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer({ resolveWithObject: true });
  const thumbnail = thumbnailSide ? await shrink(data, thumbnailSide) : null;
  return { ok: true, bytes: data, thumbnail, largura: info.width, altura: info.height };
}

/** From the image as it is stored: the sent one may be large, and is decoded once. */
const shrink = (stored: Buffer, side: number) =>
  sharp(stored)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();

/** The content alone decides; the name and the declared type were written by whoever sent the file. */
function sniff(source: Buffer): 'raster' | 'unreadable' | 'other' {
  const head = source.toString('latin1', 0, 64);
  if (/^(?:\xff\xd8\xff|\x89PNG\r\n.\n|GIF8[79]a|RIFF.{4}WEBP|II\*\0|MM\0\*)/s.test(head)) return 'raster';
  // The build of sharp has no HEVC (patents) and no BMP: naming the remedy helps more than "no image".
  if (/^(?:.{4}ftyp(?:hei|hev)|BM.{4}\0\0\0\0)/s.test(head)) return 'unreadable';
  return /^.{4}ftyp(?:avi[fs]|mif1|msf1)/s.test(head) ? 'raster' : 'other';
}

/** The text of an SVG that can reach nothing outside itself, or why it is none. */
function readSvg(source: Buffer): string | null | 'entities' {
  // Old exporters wrote Latin-1; in bytes that are no text at all the root element will not be found.
  const text = utf8(source) ?? source.toString('latin1');
  // No XML holds a NUL, and resvg aborts when its complaint about one would quote it.
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
 * Illustrator declares its namespaces as entities, so plain ones are expanded here, once, and the DOCTYPE
 * goes; nested, external and very many ones are what entity bombs are made of: null.
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
 * resvg opens the path it finds in an image's href: a logo could show a file of this server. Every href that
 * is not a fragment or an embedded raster image loses its name. The value is never parsed, only its
 * beginning looked at, so quotes or escapes inside it hide nothing; an SVG inside an SVG goes too.
 */
function unlinkOutside(body: string): string {
  return body.replace(/href(?=\s*=\s*["'](?!#|data:image\/(?:png|jpe?g|gif|webp);base64,))/g, 'unlinked');
}

/** A vector has no size of its own: it is drawn as large as it may be. */
function rasterise(svg: string, maxSide: number): Buffer {
  const { width, height } = new Resvg(svg, { logLevel: 'off' });
  const mode = width >= height ? 'width' : 'height';
  return new Resvg(svg, { logLevel: 'off', fitTo: { mode, value: maxSide } }).render().asPng();
}

function explain(error: unknown): Answer {
  const text = error instanceof Error ? error.message : String(error);
  return refuse(text.includes('pixel limit') ? 'tooManyPixels' : 'damaged');
}

/** From a thread of its own, because a decoder may hold the main one: memory, and a parent that is gone. */
function watch(memoryMb: number): Worker {
  const code = `
    const parent = process.ppid;
    setInterval(() => {
      const heavy = process.memoryUsage.rss() > ${memoryMb} * 1048576;
      if (heavy || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
    }, 50)`;
  return new Worker(code, { eval: true });
}

// The decoders behind `sniff` and no other: libvips would also open PDF, CSV or its own format.
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
// A thread starts with the main one's help: work that came earlier would run unwatched.
watch(Number(process.argv[2])).once('online', () => process.send?.('ready'));
