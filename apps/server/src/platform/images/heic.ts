import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import libheif from 'libheif-js/libheif-wasm/libheif.js';

/** Uncompressed RGB pixels: three bytes each, row after row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/**
 * Whether the file is HEIC: HEVC in a HEIF container, as iPhones store photos. sharp's build has no HEVC
 * decoder. The container names its codec among its compatible brands; its major brand may be the general
 * `mif1`.
 */
export function isHeic(head: string): boolean {
  const brands = /^\0\0\0.ftyp(.{4}.*)/s.exec(head)?.[1]?.slice(0, head.charCodeAt(3) - 8) ?? '';
  return !brands.includes('avi') && /hei[cmsx]|hev[cmsx]/.test(brands);
}

// Reads the decoder at start, because the process may be unable to read files after it has changed its user.
const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm')));

/**
 * The part of libheif used here. Its own declarations describe an ES module, which the package does not
 * contain.
 */
interface Libheif {
  heif_context_alloc(): object;
  heif_context_read_from_memory(context: object, source: Uint8Array): Failure | object;
  heif_js_context_get_primary_image_handle(context: object): Failure | object;
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_js_decode_image2(handle: object, colorspace: object, chroma: object): Promise<Failure | Image>;
  heif_colorspace: { heif_colorspace_RGB: object };
  heif_chroma: { heif_chroma_interleaved_RGB: object };
  heif_channel: { heif_channel_interleaved: object };
}

interface Failure {
  code: { value: number };
  message: string;
}

interface Image {
  channels: { id: object; width: number; height: number; stride: number; data: Uint8Array }[];
}

const openLibheif = libheif as unknown as (options: { wasmBinary: Uint8Array }) => Libheif;

/**
 * Decodes the primary image and applies the rotation and mirroring that the file declares. Throws for a
 * damaged file.
 *
 * Each image gets a new WebAssembly instance, because the memory of an instance never shrinks and the process
 * is reused.
 */
export async function decodeHeic(source: Uint8Array, maxPixels: number): Promise<Pixels> {
  const lib = openLibheif({ wasmBinary });
  const context = lib.heif_context_alloc();
  check(lib.heif_context_read_from_memory(context, source));
  const handle = check(lib.heif_js_context_get_primary_image_handle(context));
  const pixels = lib.heif_image_handle_get_width(handle) * lib.heif_image_handle_get_height(handle);
  if (pixels > maxPixels) throw new Error('over the pixel limit');
  const { heif_colorspace_RGB } = lib.heif_colorspace;
  const { heif_chroma_interleaved_RGB } = lib.heif_chroma;
  const { channels } = check(
    await lib.heif_js_decode_image2(handle, heif_colorspace_RGB, heif_chroma_interleaved_RGB),
  );
  const rows = channels.find(({ id }) => id === lib.heif_channel.heif_channel_interleaved);
  if (rows === undefined) throw new Error('no interleaved channel');
  const { width, height, stride, data } = rows;
  const packed = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    packed.set(data.subarray(y * stride, y * stride + width * 3), y * width * 3);
  return { data: packed, width, height };
}

/**
 * Returns the result of libheif or throws. libheif returns either the result or an error object, whose code
 * is 0 on success.
 */
function check<T extends object>(answer: T | Failure | undefined): T {
  if (answer === undefined || ('code' in answer && answer.code.value !== 0))
    throw new Error(`libheif: ${answer && 'message' in answer ? String(answer.message) : 'no answer'}`);
  return answer as T;
}
