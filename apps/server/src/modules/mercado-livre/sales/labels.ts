import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import { MarketplaceError } from '#modules/marketplace/errors.ts';
import type { LabelFile, Labels } from '#modules/marketplace/labels.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { Id } from './fields.ts';

/**
 * Mercado Livre refuses all labels of a request when one shipment has none, and may name only the first one. Each call
 * leaves out what the last one named. After this many calls the other parcels count as refused.
 */
const CALLS = 8;

const Refusal = z.object({
  failed_shipments: z
    .array(z.object({ shipment_id: Id }))
    .nullish()
    .catch(null),
});

export const labelsOf = (client: Client): Labels => ({
  async print(asker, envioIds, formato) {
    const left = new Set(envioIds);
    for (let call = 0; call < CALLS && left.size > 0; call++) {
      const answer = await ask({ client, asker }, [...left], formato);
      if (answer.bytes)
        return { file: await fileOf(answer.bytes), recusados: envioIds.filter((id) => !left.has(id)) };
      const named = namedIn(answer.text).filter((id) => left.delete(id));
      // An answer that names none of them refuses them all.
      if (named.length === 0) break;
    }
    return { file: null, recusados: [...envioIds] };
  },
});

const ask = (
  { client, asker }: { client: Client; asker: Asker },
  ids: readonly string[],
  formato: 'pdf' | 'zpl',
) =>
  client.file(asker, {
    route: '/shipment_labels',
    path: `/shipment_labels?shipment_ids=${ids.map(encodeURIComponent).join(',')}&response_type=${formato === 'pdf' ? 'pdf' : 'zpl2'}`,
  });

function namedIn(text: string): string[] {
  try {
    return (Refusal.parse(JSON.parse(text)).failed_shipments ?? []).map(({ shipment_id }) => shipment_id);
  } catch {
    return [];
  }
}

/** Mercado Livre does not always declare the right type, so the first bytes decide. */
export async function fileOf(bytes: AsyncIterable<Uint8Array>): Promise<LabelFile> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 4) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  const text = head.toString('latin1');
  const form = FORMS.find(({ begins }) => text.startsWith(begins));
  // Any other content could be a page, which must not reach a browser as a file of ours.
  if (!form) throw new MarketplaceError('unavailable');
  return { tipo: form.tipo, bytes: whole(form, head, chunks) };
}

/** How a file of labels begins, and how its last bytes show that it is whole. A ZPL file ends as each label does. */
const FORMS = [
  { tipo: 'application/pdf', begins: '%PDF', isEnd: (tail: string) => tail.includes('%%EOF') },
  { tipo: 'application/zip', begins: 'PK', isEnd: (tail: string) => tail.includes('PK\x05\x06') },
  {
    tipo: 'text/plain; charset=utf-8',
    begins: '^XA',
    isEnd: (tail: string) => tail.trimEnd().endsWith('^XZ'),
  },
] as const;
/** A ZIP may have a comment after its end, and a PDF a few bytes. */
const TAIL_BYTES = 1024;

/** Passes a file on, and fails at its end if the rest is missing, so that nobody prints a part of the labels. */
async function* whole(
  { isEnd }: { isEnd: (tail: string) => boolean },
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  let tail = Buffer.from(head);
  yield head;
  for await (const chunk of { [Symbol.asyncIterator]: () => rest }) {
    tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
    yield chunk;
  }
  if (!isEnd(tail.toString('latin1'))) throw new MarketplaceError('unavailable');
}
