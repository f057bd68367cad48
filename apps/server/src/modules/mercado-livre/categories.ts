import * as z from 'zod';
import { isMarketplaceError } from '#modules/contas/marketplace.ts';
import { OutboundError } from '#platform/outbound.ts';
import type { Asker, Client } from './client.ts';

const Named = z.object({ id: z.string(), name: z.string() });

const Category = z.object({ ...Named.shape, path_from_root: z.array(Named) });
export type Category = z.infer<typeof Category>;

/** Null: there is no such category (any more). */
export async function readCategory(client: Client, asker: Asker, id: string): Promise<Category | null> {
  try {
    const path = `/categories/${encodeURIComponent(id)}`;
    return (await client.get(asker, { route: '/categories/:id', path, schema: Category })).body;
  } catch (error) {
    if (isMarketplaceError(error) && error.cause instanceof OutboundError && error.cause.status === 404)
      return null;
    throw error;
  }
}
