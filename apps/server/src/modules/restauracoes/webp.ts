/** The chunks of a picture. The others carry metadata, colour profiles, animations or anything at all. */
const PICTURE = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH']);

/**
 * Whether a file is a WebP of a picture and nothing else: no metadata, no unknown chunk and no bytes after the end. The
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
  let at = 12;
  while (at + 8 <= file.length) {
    if (!PICTURE.has(file.toString('latin1', at, at + 4))) return false;
    const size = file.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
  return at === file.length;
}
