import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportParts } from '#modules/importacoes/lease.ts';
import { OutboundError, type Received, receive } from '#platform/outside/outbound.ts';
import { publicKey, thumbnailKey } from '#platform/outside/storage.ts';

/**
 * The outcome of a copy. `failed`: the marketplace did not deliver the photo, and another attempt may succeed. `later`:
 * our own image processing is busy, so this was no attempt.
 */
export type Copied =
  | { kind: 'stored'; largura: number; altura: number; bytes: number }
  | { kind: 'refused'; motivo: string }
  | { kind: 'failed' }
  | { kind: 'later' };

const ATTEMPTS = 3;
const TIME_LIMIT_MS = 10_000;
const SLOW_MS = 5000;
const SIZE_LIMIT = 10 * 1024 * 1024;
const FIRST_DELAY_MS = 250;
/** The same sizes as for uploaded photos. */
const SIDES = { maxSide: 1600, thumbnailSide: 320 };

const INSTEAD = 'Envie a foto pelo cadastro do produto.';
export const REFUSALS = {
  elsewhere: `O endereço desta foto não é do marketplace. ${INSTEAD}`,
  gone: `Esta foto não existe mais no marketplace. ${INSTEAD}`,
  tooLarge: `Esta foto tem mais de 10 MB. ${INSTEAD}`,
  notAnImage: `O endereço desta foto não leva a uma imagem que possa ser lida. ${INSTEAD}`,
  silent: `O marketplace não entregou esta foto. ${INSTEAD}`,
  full: 'O produto já tem 30 fotos. Remova uma para enviar outra.',
  overQuota: 'O espaço para imagens da sua empresa acabou. Exclua imagens que não usa mais.',
};

const refused = (reason: keyof typeof REFUSALS): Copied => ({ kind: 'refused', motivo: REFUSALS[reason] });

interface Place {
  /** Photos are downloaded only from these hosts. */
  hosts: readonly string[];
  empresaId: string;
  arquivoId: string;
}

/** Copies a photo into our storage under this id, re-encoded like every upload. The copy is idempotent. */
export async function copyFoto(
  { images, storage }: Pick<ImportParts, 'images' | 'storage'>,
  url: string,
  place: Place,
): Promise<Copied> {
  if (!isAllowed(url, place.hosts)) return refused('elsewhere');
  const began = Date.now();
  for (let attempt = 1; ; attempt++) {
    const copied = await copyOnce({ images, storage }, url, place);
    // A slow photo is left for a later batch, because a batch must end before the queue considers its job
    // lost.
    const isSlow = Date.now() - began > SLOW_MS;
    if (copied.kind !== 'failed' || attempt === ATTEMPTS || isSlow) return copied;
    await sleep(Math.random() * FIRST_DELAY_MS * 2 ** attempt);
  }
}

/** Allows only the marketplace's hosts, so that a listing cannot make the server call another host or itself (SSRF). */
function isAllowed(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && hosts.includes(host) && username === '' && password === '';
}

async function copyOnce(
  { images, storage }: Pick<ImportParts, 'images' | 'storage'>,
  url: string,
  place: Place,
): Promise<Copied> {
  const picture = await download(url);
  if ('kind' in picture) return picture;
  const image = await images.reencode(place.empresaId, picture.bytes, SIDES);
  if (!image.ok) return image.kind === 'busy' ? { kind: 'later' } : refused('notAnImage');
  const { bytes, thumbnail, largura, altura, tipo } = image;
  const key = publicKey(place.empresaId, place.arquivoId);
  await storage.put(key, bytes, tipo);
  if (thumbnail) await storage.put(thumbnailKey(key), thumbnail, tipo);
  return { kind: 'stored', largura, altura, bytes: bytes.byteLength + (thumbnail?.byteLength ?? 0) };
}

async function download(url: string): Promise<Received | Copied> {
  try {
    const received = await receive(url, {
      service: 'fotos',
      timeLimitMs: TIME_LIMIT_MS,
      sizeLimit: SIZE_LIMIT,
    });
    const { status, bytes } = received;
    if (status === 429 || status >= 500) return { kind: 'failed' };
    if (status !== 200) return refused(status === 404 || status === 410 ? 'gone' : 'silent');
    // A body shorter than its announced length was cut off in transit.
    const promised = Number(received.headers.get('content-length') ?? bytes.length);
    const isWhole = received.headers.has('content-encoding') || promised === bytes.length;
    return isWhole ? received : { kind: 'failed' };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.reason === 'too-large' ? refused('tooLarge') : { kind: 'failed' };
  }
}
