import { text } from '#http.ts';
import { answerWithFaults } from '#mercado-livre/faults/faults.ts';
import { noise } from '#mercado-livre/noise.ts';
import type { World } from '#mercado-livre/world.ts';
import { JPEG, WEBP } from './bytes.ts';
import { pictureCount, pictureOf, readPictureId } from './picture.ts';
import { makePng } from './png.ts';

const ROUTE = 'GET /fotos';
const SALT = 220;

/** Answers `GET /D_<id>-O.jpg` without authentication. -O is the picture, -I the thumbnail. */
export async function answerPicture(world: World, request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.slice(new URL(world.urls.pictures).pathname.length);
  const [, id = '', size] = /^\/D_([\w-]+)-([OI])\.(?:jpg|webp)$/.exec(path) ?? [];
  const place = readPictureId(id);
  const seller = place && world.sellers.bySlot(place.slot);
  const response = await answerWithFaults(world.faults, ROUTE, seller?.id, () => {
    if (request.method !== 'GET') return text(405, 'Method Not Allowed');
    const isThere = seller && place.index < seller.listings && place.n < pictureCount(seller, place.index);
    if (!isThere) return text(404, 'Not Found');
    const picture = pictureOf(seller, place.index, place.n);
    const colour = noise(seller.seed, place.index, SALT) & 0xff_ff_ff;
    return show(size === 'I' ? { ...picture, width: 60, height: 60 } : picture, colour);
  });
  world.counts.note(ROUTE, seller?.id, response.type === 'error' ? 0 : response.status);
  return response;
}

function show({ kind, width, height }: ReturnType<typeof pictureOf>, colour: number): Response {
  const image = (type: string, bytes: Buffer) =>
    new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': type,
        'content-length': String(bytes.length),
        'cache-control': 'max-age=31536000',
      },
    });
  switch (kind) {
    case 'png':
      return image('image/png', makePng(width, height, colour));
    case 'jpeg':
      return image('image/jpeg', Buffer.from(JPEG, 'base64'));
    case 'webp':
      return image('image/webp', Buffer.from(WEBP, 'base64'));
    case 'missing':
      return text(404, 'Not Found');
    case 'page':
      // A web page whose content type claims that it is an image.
      return image('image/jpeg', Buffer.from('<!doctype html><script>alert(1)</script>'));
  }
}
