import { lowerBound } from '#mercado-livre/orders/columns.ts';
import type { Draft } from '#mercado-livre/orders/draft.ts';
import type { Seller } from '#mercado-livre/users/seller.ts';

const BATCH = 200;

/**
 * Every order created in the span, as one JSON line each. They come from the generator, so no rule of a
 * search applies. `tell` says what is told about an order.
 */
export function truthOf(
  seller: Seller,
  { now, from, to }: { now: number; from: number; to: number },
  tell: (draft: Draft) => object,
): Response {
  const { orderBook } = seller;
  const { created } = orderBook.columns();
  const end = lowerBound(created, Math.ceil(Math.min(to, now + 1) / 1000));
  let position = lowerBound(created, Math.ceil(from / 1000));
  const sales = orderBook
    .sales()
    .filter(({ createdAt }) => createdAt * 1000 >= from && createdAt * 1000 < to && createdAt * 1000 <= now);
  const encoder = new TextEncoder();
  const line = (order: object) => `${JSON.stringify(order)}\n`;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (position >= end) {
        const rest = sales.map((sale) => line(tell(sale))).join('');
        if (rest !== '') controller.enqueue(encoder.encode(rest));
        return controller.close();
      }
      let lines = '';
      for (const stop = Math.min(end, position + BATCH); position < stop; position += 1)
        lines += line(tell(orderBook.at(position)));
      controller.enqueue(encoder.encode(lines));
    },
  });
  return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } });
}
