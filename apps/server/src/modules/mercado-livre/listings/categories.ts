import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import { isMarketplaceError } from '#modules/marketplace/errors.ts';
import type { Category } from '#modules/marketplace/listings.ts';
import type { Client } from '#modules/mercado-livre/client.ts';
import { OutboundError } from '#platform/outside/outbound.ts';

const Named = z.object({ id: z.string(), name: z.string() });

const Found = z.object({ ...Named.shape, path_from_root: z.array(Named) });

/** Returns null when the category does not exist, or no longer exists. */
export async function readCategory(client: Client, asker: Asker, id: string): Promise<Category | null> {
  try {
    const path = `/categories/${encodeURIComponent(id)}`;
    const { body } = await client.get(asker, { route: '/categories/:id', path, schema: Found });
    return { nome: body.name, caminho: body.path_from_root.map(({ name }) => name).join(' > ') };
  } catch (error) {
    if (isMarketplaceError(error) && error.cause instanceof OutboundError && error.cause.status === 404)
      return null;
    throw error;
  }
}
