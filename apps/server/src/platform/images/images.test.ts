import { readFile } from 'node:fs/promises';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { aBmp } from '#testing/images/bmp.ts';
import { openImages, type Reencoded } from './images.ts';

const images = openImages({ processes: 2, wallMs: 60_000, maxWaitMs: 60_000 });
afterAll(() => images.close());

const notAnImage =
  'Este arquivo não é uma imagem. Envie um arquivo JPG, PNG, WebP, GIF, HEIC, AVIF, TIFF, BMP ou SVG.';
const damaged = 'Não foi possível ler esta imagem. Ela parece danificada; salve-a de novo e tente outra vez.';
const tooHeavy = 'Esta imagem é pesada demais para ser lida. Salve-a em tamanho menor e tente outra vez.';

const blank = (width: number, height: number, background = '#cc0000') =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = () => blank(60, 40).jpeg().toBuffer();
const svg = (content: string, root = 'width="20" height="10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`);

/** A square of one-bit black pixels. With sides of 16,000 it has 31 kilobytes. */
function pngBomb(side: number, height = side): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return [frame.subarray(0, 4), body, frame.subarray(4)];
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(height, 4);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * height));
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.flat()]);
}

async function taken(bytes: Uint8Array, maxSide = 64) {
  const result = await images.reencode('empresa', bytes, { maxSide });
  if (!result.ok) throw new Error(result.mensagem);
  return result;
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const result: Reencoded = await images.reencode('empresa', bytes, { maxSide: 64 });
  if (result.ok) throw new Error('The image was taken');
  expect(result.kind).toBe('refused');
  return result.mensagem;
}

/** Returns red, green, blue and alpha of the middle pixel. */
async function middle(bytes: Buffer): Promise<number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  return [...data.subarray(at, at + 4)];
}

test('[ARQ-05] every raster type and SVG is accepted and stored as pixels, and no other file is, whatever its name', async () => {
  const image = blank(60, 40);
  const accepted = {
    jpeg: await image.clone().jpeg().toBuffer(),
    png: await image.clone().png().toBuffer(),
    webp: await image.clone().webp().toBuffer(),
    gif: await image.clone().gif().toBuffer(),
    avif: await image.clone().avif().toBuffer(),
    tiff: await image.clone().tiff().toBuffer(),
    svg: svg('<rect width="60" height="40" fill="#cc0000"/>', 'width="60" height="40"'),
  };
  for (const [type, bytes] of Object.entries(accepted)) {
    const result = await taken(bytes, 60);
    expect(result, type).toMatchObject({ largura: 60, altura: 40, tipo: 'image/webp' });
    expect(result.bytes.toString('latin1', 0, 4) + result.bytes.toString('latin1', 8, 12)).toBe('RIFFWEBP');
    const [red = 0, green = 0, blue = 0] = await middle(result.bytes);
    expect(red > 190 && green < 20 && blue < 20, `${type} keeps its colour`).toBe(true);
  }
  const refused = {
    'texto.png': 'Preço de custo: 10,00',
    'pagina.svg': '<!doctype html><html><svg xmlns="http://www.w3.org/2000/svg"/></html>',
    'nota.jpg': '<?xml version="1.0"?><nfeProc/>',
    'manual.webp': '%PDF-1.7',
    'tabela.gif': 'PK\x03\x04',
    'programa.png': '\x7fELF',
    'vazio.png': '',
  };
  for (const [name, content] of Object.entries(refused)) {
    expect(await refusal(Buffer.from(content, 'latin1')), name).toBe(notAnImage);
  }
});

/**
 * A red image with a blue quarter at the top left. `turned` declares a rotation by 90 degrees to the left.
 */
const heic = (name: 'photo' | 'turned') =>
  readFile(new URL(`../../testing/images/${name}.heic`, import.meta.url));

const pixel = async (bytes: Buffer, left: number, top: number) => [
  ...(await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];
const isRed = ([red = 0, , blue = 0]: number[]) => red > 150 && blue < 80;
const isBlue = ([red = 0, , blue = 0]: number[]) => blue > 150 && red < 80;

test('[ARQ-05] a photo of an iPhone is accepted and gets the rotation that its file declares', async () => {
  const upright = await taken(await heic('photo'), 64);
  expect(upright).toMatchObject({ largura: 64, altura: 48 });
  expect(isBlue(await pixel(upright.bytes, 8, 8)) && isRed(await pixel(upright.bytes, 56, 40))).toBe(true);
  const turned = await taken(await heic('turned'), 64);
  expect(turned).toMatchObject({ largura: 48, altura: 64 });
  expect(isBlue(await pixel(turned.bytes, 8, 56)) && isRed(await pixel(turned.bytes, 40, 8))).toBe(true);
});

test('after many HEIC files the same process decodes the next image', async () => {
  const file = await heic('photo');
  for (let n = 0; n < 40; n++) await taken(file, 64);
  await taken(await blank(60, 40).jpeg().toBuffer(), 60);
});

test('a damaged HEIC or BMP is refused with a message, and an unsupported kind with the remedy', async () => {
  const damaged =
    'Não foi possível ler esta imagem. Ela parece danificada; salve-a de novo e tente outra vez.';
  expect(await refusal((await heic('photo')).subarray(0, 700))).toBe(damaged);
  expect(await refusal(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))).toBe(damaged);
  expect(await refusal(Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1'))).toBe(damaged);
  const runLength = aBmp({ width: 2, rows: [[0xff0000, 0x00ff00]], bits: 24 });
  runLength.writeUInt32LE(1, 30);
  expect(await refusal(runLength)).toBe(
    'Este tipo de imagem não pode ser lido aqui. Salve-a como JPG ou PNG e envie outra vez.',
  );
});

test('[ARQ-05] a BMP is accepted', async () => {
  const row = Array<number>(60).fill(0xcc0000);
  const result = await taken(aBmp({ width: 60, rows: Array(40).fill(row), bits: 24 }), 60);
  expect(result).toMatchObject({ largura: 60, altura: 40 });
  expect(isRed(await middle(result.bytes))).toBe(true);
});

test('[ASVS 14.2.8] a re-encoded photo has no metadata about its place and camera, and is upright', async () => {
  const photo = await blank(60, 40)
    .withExif({ IFD0: { Make: 'CameraSecreta' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">DonoSecreto</x:xmpmeta>')
    .jpeg()
    .toBuffer();
  expect(photo.includes('CameraSecreta') && photo.includes('DonoSecreto')).toBe(true);
  const { bytes, largura, altura } = await taken(photo);
  expect([largura, altura]).toEqual([40, 60]);
  const metadata = await sharp(bytes).metadata();
  expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc, metadata.orientation]).toEqual(
    Array(5).fill(undefined),
  );
  expect(bytes.includes('Secret')).toBe(false);
});

test('a large photo is made smaller, and a small photo is never enlarged', async () => {
  expect(await taken(await blank(3000, 2000).jpeg().toBuffer(), 300)).toMatchObject({
    largura: 300,
    altura: 200,
  });
  expect(await taken(await jpeg(), 300)).toMatchObject({ largura: 60, altura: 40 });
});

describe('hostile images', () => {
  test('a second file hidden behind an image does not survive', async () => {
    const hidden = '<script>alert(document.domain)</script>';
    const gif = await blank(60, 40).gif().toBuffer();
    const png = await blank(60, 40).png().toBuffer();
    const comment = Buffer.from([0xff, 0xfe, 0, hidden.length + 2]);
    const plain = await jpeg();
    for (const polyglot of [
      Buffer.concat([plain, Buffer.from(hidden)]),
      Buffer.concat([plain.subarray(0, 2), comment, Buffer.from(hidden), plain.subarray(2)]),
      Buffer.concat([gif, Buffer.from(`PK\x03\x04${hidden}`)]),
      Buffer.concat([png, Buffer.from(hidden)]),
    ]) {
      const { bytes } = await taken(polyglot);
      expect(bytes.includes('script') || bytes.includes('PK\x03\x04')).toBe(false);
    }
  });

  test('a small file with 256 million pixels is refused before it is decoded', async () => {
    const bomb = pngBomb(16_000);
    const impatient = openImages({ processes: 1, cpuMs: 100, wallMs: 60_000 });
    const refused = { ok: false, mensagem: 'Esta imagem é grande demais: use até 25 milhões de pixels.' };
    expect(await impatient.reencode('empresa', bomb, { maxSide: 64 })).toMatchObject(refused);
    const inside = svg(
      `<image width="9" height="9" href="data:image/png;base64,${bomb.toString('base64')}"/>`,
    );
    expect(await impatient.reencode('empresa', inside, { maxSide: 64 })).toMatchObject(refused);
    await impatient.close();
  });

  test('a strip longer than any camera makes is refused, because one row of it fills the memory', async () => {
    expect(await refusal(pngBomb(20_000_000, 1))).toContain('comprida demais');
    expect(await refusal(pngBomb(65_536, 1))).toContain('comprida demais');
    expect(await taken(pngBomb(65_535, 1))).toMatchObject({ largura: 64, altura: 1 });
  });

  test('the process stops an image that takes too much memory, and the next image is decoded', async () => {
    const patient = openImages({ processes: 1, memoryMb: 160, cpuMs: 20_000, wallMs: 60_000 });
    const inside = pngBomb(4_900).toString('base64');
    const bomb = svg(`<image width="9" height="9" href="data:image/png;base64,${inside}"/>`);
    expect(await patient.reencode('empresa', bomb, { maxSide: 64 })).toMatchObject({
      ok: false,
      mensagem: tooHeavy,
    });
    expect(await patient.reencode('empresa', await jpeg(), { maxSide: 64 })).toMatchObject({ ok: true });
    await patient.close();
  });

  test('an image with thousands of frames is refused', async () => {
    const frames = await sharp({
      create: { width: 2, height: 2_400, channels: 3, background: 'red', pageHeight: 2 },
    })
      .gif({ keepDuplicateFrames: true })
      .toBuffer();
    expect(await refusal(frames)).toContain('quadros demais');
  });

  test('a truncated image is refused', async () => {
    for (const whole of [await jpeg(), await blank(60, 40).png().toBuffer()]) {
      expect(await refusal(whole.subarray(0, whole.length * 0.6))).toBe(damaged);
    }
  });

  test('two hundred files of random bytes behind real signatures crash no process', async () => {
    const heads = [
      '',
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      'GIF89a',
      'RIFF0000WEBP',
      'II*\0',
      '<svg ',
      '\0\0\0 ftypavif',
    ];
    await taken(await jpeg());
    const before = images.pids();
    const file = fc.tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 2_000 }));
    await fc.assert(
      fc.asyncProperty(file, async ([head, tail]) => {
        const sentence = await refusal(Buffer.concat([Buffer.from(head, 'latin1'), tail]));
        expect(sentence).not.toBe(tooHeavy);
      }),
      { numRuns: 200 },
    );
    expect(images.pids()).toEqual(expect.arrayContaining(before));
  });
});
