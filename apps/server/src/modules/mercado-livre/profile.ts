import * as z from 'zod';
import type { Asker } from '#modules/marketplace/calls.ts';
import type { Client } from './client.ts';

const Metric = z.object({ rate: z.number(), value: z.number().int() });
const Metrics = z.object({
  sales: z.object({ period: z.string(), completed: z.number().int() }).nullish(),
  claims: Metric.nullish(),
  cancellations: Metric.nullish(),
  delayed_handling_time: Metric.nullish(),
});

const Profile = z.object({
  points: z.number().int().nullish(),
  registration_date: z.iso.datetime({ offset: true }).nullish(),
  /** Missing in a partial answer. */
  seller_reputation: z
    .object({
      level_id: z.string().nullish(),
      power_seller_status: z.string().nullish(),
      transactions: z
        .object({
          completed: z.number().int().nullish(),
          canceled: z.number().int().nullish(),
          ratings: z.object({ positive: z.number(), neutral: z.number(), negative: z.number() }).nullish(),
        })
        .nullish(),
      /** New sellers have no metrics. */
      metrics: Metrics.nullish(),
    })
    .nullish(),
});
export type Profile = z.infer<typeof Profile>;

/** The seller's own profile, without personal data. */
export async function readProfile(client: Client, asker: Asker, userId: string): Promise<Profile> {
  const path = `/users/${encodeURIComponent(userId)}`;
  return (await client.get(asker, { route: '/users/:id', path, schema: Profile })).body;
}

const Found = z.object({ paging: z.object({ total: z.number().int() }) });

export async function countActiveItems(client: Client, asker: Asker, userId: string): Promise<number> {
  const path = `/users/${encodeURIComponent(userId)}/items/search?status=active&limit=1`;
  const { body } = await client.get(asker, { route: '/users/:id/items/search', path, schema: Found });
  return body.paging.total;
}
