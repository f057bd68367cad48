import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { openImages, type Reencoded } from './images.ts';

const images = openImages({ processes: 2 });
afterAll(() => images.close());

const notAnImage = 'Este arquivo não é uma imagem. Envie um arquivo JPG, PNG, WebP, GIF, AVIF, TIFF ou SVG.';
const damaged = 'Não foi possível ler esta imagem. Ela parece danificada; salve-a de novo e tente outra vez.';
const tooHeavy = 'Esta imagem é pesada demais para ser lida. Salve-a em tamanho menor e tente outra vez.';

const blank = (width: number, height: number, background = '#cc0000') =>
  sharp({ create: { width, height, channels: 3, background } });
const jpeg = () => blank(60, 40).jpeg().toBuffer();
const svg = (content: string, root = 'width="20" height="10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${content}</svg>`);

/** A square of one-bit black pixels: 16,000 on a side are 31 kilobytes. */
function pngBomb(side: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(content.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return [frame.subarray(0, 4), body, frame.subarray(4)];
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(side / 8) + 1) * side));
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.flat()]);
}

async function taken(bytes: Uint8Array, maxSide = 64) {
  const result = await images.reencode(bytes, { maxSide });
  if (!result.ok) throw new Error(result.mensagem);
  return result;
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const result: Reencoded = await images.reencode(bytes, { maxSide: 64 });
  if (result.ok) throw new Error('The image was taken');
  expect(result.kind).toBe('refused');
  return result.mensagem;
}

/** Red, green, blue and alpha of the pixel in the middle. */
async function middle(bytes: Buffer): Promise<number[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  return [...data.subarray(at, at + 4)];
}

test('[ARQ-05] only images are taken: any raster type, an SVG as pixels, nothing else whatever its name', async () => {
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

test('an image of a type no decoder of ours reads is told how to come in', async () => {
  const sentence = 'Este tipo de imagem não pode ser lido aqui. Salve-a como JPG ou PNG e envie outra vez.';
  expect(await refusal(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'))).toBe(sentence);
  expect(await refusal(Buffer.from('BM\x46\0\0\0\0\0\0\0\x36\0\0\0', 'latin1'))).toBe(sentence);
});

test('where and with what a photo was taken is gone, and it stands upright', async () => {
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

test('a large photo is made smaller, a small one is never made larger', async () => {
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

  test('256 million pixels in a small file are refused before they are decoded', async () => {
    await taken(await jpeg());
    const start = performance.now();
    expect(await refusal(pngBomb(16_000))).toBe('Esta imagem é grande demais: use até 25 milhões de pixels.');
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('an image that takes too much memory is given up, and the next one is read', async () => {
    const patient = openImages({ processes: 1, timeoutMs: 20_000 });
    const inside = pngBomb(16_000).toString('base64');
    const bomb = svg(`<image width="9" height="9" href="data:image/png;base64,${inside}"/>`);
    expect(await patient.reencode(bomb, { maxSide: 64 })).toMatchObject({ ok: false, mensagem: tooHeavy });
    expect(await patient.reencode(await jpeg(), { maxSide: 64 })).toMatchObject({ ok: true });
    await patient.close();
  });

  test('thousands of frames are refused', async () => {
    const frames = await sharp({
      create: { width: 2, height: 2_400, channels: 3, background: 'red', pageHeight: 2 },
    })
      .gif({ keepDuplicateFrames: true })
      .toBuffer();
    expect(await refusal(frames)).toContain('quadros demais');
  });

  test('half an image is refused', async () => {
    for (const whole of [await jpeg(), await blank(60, 40).png().toBuffer()]) {
      expect(await refusal(whole.subarray(0, whole.length * 0.6))).toBe(damaged);
    }
  });

  test('two hundred files of random bytes behind real signatures crash nothing', async () => {
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
