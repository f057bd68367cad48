/**
 * The chunks of a picture, in their order. Other chunks carry metadata, colour profiles, animations or anything at all,
 * and a decoder ignores a second chunk of a picture, so that it may carry anything too.
 */
const PICTURES = new Set(['VP8 ', 'VP8L', 'VP8X,VP8 ', 'VP8X,VP8L', 'VP8X,ALPH,VP8 ']);
const MOST_CHUNKS = 3;
/** The size of the extended header, which has no place for a text. */
const EXTENDED_BYTES = 10;

/**
 * Whether a file is a WebP of a picture and nothing else: no metadata, no other chunk and no bytes after the end. The
 * server writes such files, so it can keep one as it is once the decoder has accepted it.
 */
export function isPlainWebp(file: Buffer): boolean {
  if (
    file.length < 20 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WEBP'
  )
    return false;
  if (file.readUInt32LE(4) + 8 !== file.length) return false;
  const names: string[] = [];
  let at = 12;
  while (at + 8 <= file.length) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    if (name === 'VP8X' && size !== EXTENDED_BYTES) return false;
    if (names.push(name) > MOST_CHUNKS) return false;
    at += 8 + size + (size % 2);
  }
  return at === file.length && PICTURES.has(names.join());
}
