import { fromUnits, toUnits } from '@prumo/contract/exact-decimal.ts';
import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import { CallsRefused, type Custos, type PaginaDeFatura } from '#modules/marketplace/custos.ts';
import { isMarketplaceError, MarketplaceError } from '#modules/marketplace/errors.ts';
import { decimal } from '#modules/mercado-livre/amount.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { Id } from '#modules/mercado-livre/sales/fields.ts';
import { unless } from '#modules/mercado-livre/unless.ts';
import { OutboundError } from '#platform/outside/outbound.ts';
import { Detail, linhaOf } from './bill-line.ts';

const ShipmentCosts = z.object({ senders: z.array(z.object({ user_id: Id, cost: decimal })) });
const Details = z.object({ results: z.array(Detail) });

/** The largest page that Mercado Livre gives. */
const PAGE = 1000;
/** The bill has the charges. A credit note has what Mercado Livre returns of the bill of an earlier month. */
const DOCUMENTS = ['BILL', 'CREDIT_NOTE'] as const;

export const costsOf = (client: Client): Custos => ({
  async frete(asker, { sellerId, envioId }) {
    const costs = await granted(
      unless(
        [404],
        client.get(asker, {
          route: '/shipments/:id/costs',
          path: `/shipments/${encodeURIComponent(envioId)}/costs`,
          schema: ShipmentCosts,
          headers: { 'x-format-new': 'true' },
        }),
      ),
    );
    if (costs?.status === 206) throw new MarketplaceError('unavailable');
    const own = costs?.body.senders.filter(({ user_id }) => user_id === sellerId) ?? [];
    if (own.length === 0) return null;
    return fromUnits(
      own.reduce((sum, { cost }) => sum + toUnits(cost, 2), 0n),
      2,
    );
  },
  fatura: (asker, competencia, posicao) => readPage(client, asker, competencia, posicao),
});

/** The position is the last number read of each document. Both are asked, because both grow until the month is over. */
async function readPage(
  client: Client,
  asker: Asker,
  competencia: string,
  posicao: string | null,
): Promise<PaginaDeFatura> {
  const last = (posicao ?? '').split('.');
  const linhas: PaginaDeFatura['linhas'] = [];
  for (const [n, document] of DOCUMENTS.entries()) {
    const query = new URLSearchParams({ document_type: document, limit: String(PAGE), sort_by: 'ID' });
    const from = last[n];
    if (from) query.set('from_id', from);
    // One attempt: a repetition of a refused call prolongs the refusal, which stops the sales of all sellers too.
    const { status, body } = await granted(
      client.send({
        ...{ method: 'GET', bearer: asker.accessToken, turn: asker.turn },
        route: '/billing/integration/periods/key/:key/group/ML/details',
        path: `/billing/integration/periods/key/${competencia}/group/ML/details?${query}`,
        schema: Details,
      }),
    );
    // An incomplete answer could lose lines for ever, because the next page begins after its last one.
    if (status === 206) throw new MarketplaceError('unavailable');
    const read = body.results.map(linhaOf);
    linhas.push(...read);
    last[n] = greatest([from ?? '', ...read.map(({ id }) => id)]);
    if (read.length >= PAGE) return { linhas, posicao: last.join('.'), isEnd: false };
  }
  return { linhas, posicao: last.join('.'), isEnd: true };
}

/** Mercado Livre refuses calls with the status 429. The budget refuses one that waited too long, and names no cause. */
async function granted<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!isMarketplaceError(error, 'unavailable')) throw error;
    const { cause } = error;
    const isRefused = cause === undefined || (cause instanceof OutboundError && cause.status === 429);
    throw isRefused ? new CallsRefused({ cause }) : error;
  }
}

/** The greatest of ids, or an empty text. A page may repeat lines, so its last one need not be the greatest. */
const greatest = (ids: readonly string[]) =>
  ids.reduce((most, id) => (id !== '' && (most === '' || BigInt(id) > BigInt(most)) ? id : most), '');
