import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Maker } from './corpus.ts';
import {
  baseOf,
  jpegSegment,
  picture,
  pngChunk,
  webpChunk,
  webpChunksOf,
  webpExtended,
  webpOf,
  withPngChunks,
  withSegments,
  zlibOfZeros,
} from './pictures.ts';

const some = <T>(list: readonly T[], n: number) => list[n % list.length] as T;
const accept = (file: Buffer) => ({ file, must: 'accept' as const });
const any = (file: Buffer) => ({ file, must: 'any' as const });

const xmpOf = (mark: string) =>
  `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${mark}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

/** The place of a shop, as a phone writes it, and the mark as the owner of the rights. */
const gpsOf = (mark: string) => ({
  IFD0: { Copyright: mark, Artist: `${mark} GPS`, Make: 'Telefone' },
  IFD3: {
    ...{ GPSLatitudeRef: 'S', GPSLatitude: '23/1 33/1 2/1' },
    ...{ GPSLongitudeRef: 'W', GPSLongitude: '46/1 38/1 2/1' },
  },
});

const photographed = (mark: string) =>
  picture(120, 90).withExif(gpsOf(mark)).withXmp(xmpOf(mark)).withIccProfile('p3');

/** An ICC profile that names the mark. The checks of a profile look at its header and its table of tags. */
async function profileOf(mark: string): Promise<Buffer> {
  const { icc } = await sharp(await picture(4, 4).withIccProfile('p3').jpeg().toBuffer()).metadata();
  const profile = Buffer.concat([icc ?? Buffer.alloc(128), Buffer.from(mark)]);
  profile.writeUInt32BE(profile.length, 0);
  return profile;
}

/** The segments in which a JPEG keeps a profile, at most 255 of them. */
function profileSegments(profile: Buffer, count: number): Buffer[] {
  const size = Math.ceil(profile.length / count);
  return Array.from({ length: count }, (_, n) =>
    jpegSegment(
      0xe2,
      Buffer.concat([
        Buffer.from('ICC_PROFILE\0'),
        Buffer.from([n + 1, count]),
        profile.subarray(n * size, (n + 1) * size),
      ]),
    ),
  );
}

/** A resource of Photoshop that contains IPTC: the caption is the mark. */
function iptcOf(mark: string): Buffer {
  const text = Buffer.from(mark);
  const caption = Buffer.concat([Buffer.from([0x1c, 2, 120, text.length >> 8, text.length & 255]), text]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(caption.length);
  const padding = Buffer.alloc(caption.length % 2);
  return Buffer.concat([Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0', 'latin1'), size, caption, padding]);
}

const html = (mark: string) =>
  Buffer.from(`<html><body><script>document.title="${mark}"</script></body></html>`);

/** Families whose files carry a text besides their picture. Their pictures are valid unless a family says otherwise. */
export const MARKED: Record<string, Maker> = {
  'EXIF and GPS': async (dice, mark, n) => {
    const image = photographed(mark).withMetadata({ orientation: 1 + dice.below(8) });
    const exif = image.withExif(gpsOf(mark)).withXmp(xmpOf(mark));
    return accept(
      await some(
        [
          () => exif.jpeg().toBuffer(),
          () => exif.png().toBuffer(),
          () => exif.webp().toBuffer(),
          () => exif.tiff().toBuffer(),
          () => exif.avif({ effort: 0 }).toBuffer(),
        ],
        n,
      )(),
    );
  },
  IPTC: async (_dice, mark) => accept(withSegments(await baseOf('jpeg'), jpegSegment(0xed, iptcOf(mark)))),
  'ICC profile': async (dice, mark, n) =>
    some<() => Promise<{ file: Buffer; must: 'accept' | 'any' }>>(
      [
        async () => any(withSegments(await baseOf('jpeg'), ...profileSegments(await profileOf(mark), 4))),
        // 200 MB of profile in 0.2 MB of PNG.
        async () =>
          any(
            withPngChunks(
              await baseOf('png'),
              pngChunk(
                'iCCP',
                Buffer.concat([Buffer.from(`${mark.slice(0, 70)}\0\0`), zlibOfZeros(200_000_000)]),
              ),
            ),
          ),
        async () =>
          any(
            withSegments(
              await baseOf('jpeg'),
              ...profileSegments(Buffer.alloc(20_000 * (100 + dice.below(155)), mark), 255),
            ),
          ),
        async () => {
          const chunks = webpChunksOf(await baseOf('webp')).map(({ type, data }) => webpChunk(type, data));
          return any(
            webpOf(webpExtended(0x20, 160, 160), webpChunk('ICCP', await profileOf(mark)), ...chunks),
          );
        },
      ],
      n,
    )(),
  'text in a PNG': async (_dice, mark, n) => {
    const packed = deflateSync(mark.repeat(20));
    const texts = [
      pngChunk('tEXt', Buffer.from(`Comment\0${mark}`)),
      pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed])),
      pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${xmpOf(mark)}`)),
      // 300 MB of text in 0.3 MB.
      pngChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), zlibOfZeros(300_000_000)])),
      pngChunk('prUm', Buffer.from(mark)),
    ];
    return any(withPngChunks(await baseOf('png'), some(texts, n)));
  },
  polyglot: async (_dice, mark, n) => {
    const [jpeg, png, webp] = [await baseOf('jpeg'), await baseOf('png'), await baseOf('webp')];
    const gif = await baseOf('gif');
    const local = Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1');
    return any(
      some(
        [
          Buffer.concat([jpeg, html(mark)]),
          withSegments(jpeg, jpegSegment(0xfe, html(mark))),
          // GIFAR: a picture that is a Java archive too.
          Buffer.concat([
            gif,
            local,
            Buffer.from(`META-INF/MANIFEST.MF ${mark}`),
            Buffer.from('PK\x05\x06'),
            Buffer.alloc(18),
          ]),
          Buffer.from(`GIF89a/*${mark}*/=1;alert(1)//\0;`, 'latin1'),
          Buffer.concat([Buffer.from(`%PDF-1.7\n% ${mark}\n1 0 obj<</Type/Catalog>>endobj\n`), jpeg]),
          withSegments(jpeg, jpegSegment(0xe0, Buffer.from(`%PDF-1.7 ${mark}`))),
          Buffer.concat([png, Buffer.from(`<?php system($_GET["${mark}"]); ?>`)]),
          webpOf(
            ...webpChunksOf(webp).map(({ type, data }) => webpChunk(type, data)),
            webpChunk('EVIL', html(mark)),
          ),
          Buffer.concat([html(mark), jpeg]),
          Buffer.concat([Buffer.from(`BM${mark}`), jpeg]),
        ],
        n,
      ),
    );
  },
};
