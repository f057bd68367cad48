import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { barcodeSvg } from './barcode-svg.ts';
import type { Simbologia } from './etiqueta.ts';

/** Loads the reader from the package instead of its vendor's server. */
beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer as ArrayBuffer } });
});

/** Reads the drawing as a scanner sees it on paper of this width, printed at 300 dpi. */
async function scan(svg: string, widthMm: number) {
  const png = await sharp(Buffer.from(svg))
    .resize({ width: Math.round((widthMm / 25.4) * 300) })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
  const [found] = await readBarcodes(new Blob([new Uint8Array(png)]), { tryHarder: true });
  return [found?.format, found?.text];
}

test.each<[Simbologia, string, string, number]>([
  ['code128', 'FO-1', 'Code128', 34],
  ['code128', '90915-YZZD2', 'Code128', 34],
  ['code128', 'ABCDEFGHIJKLMNOPQRSTUV', 'Code128', 59.5],
  ['code128', 'a^b~c_d', 'Code128', 34],
  ['ean13', '7891000315507', 'EAN13', 34],
  ['ean13', '0012345678905', 'EAN13', 34],
  ['qrcode', 'FO-1', 'QRCode', 15],
  ['qrcode', 'Peça nº 5 – ação', 'QRCode', 15],
  ['qrcode', 'x'.repeat(100), 'QRCode', 20],
])('a scanner reads the %s of %j', async (simbologia, texto, format, widthMm) => {
  expect(await scan(barcodeSvg({ simbologia, texto }), widthMm)).toEqual([format, texto]);
});
