import * as z from 'zod';
import type { Turn } from '#modules/marketplace/calls.ts';
import type { Seller } from '#modules/marketplace/connection.ts';
import type { Client } from './client.ts';

const Me = z.object({ id: z.number().int(), nickname: z.string().min(1).max(200) });

export async function readMe(client: Client, accessToken: string): Promise<Seller> {
  const route = '/users/me';
  const turn: Turn = { waits: 'person', key: 'users' };
  const { body } = await client.get({ accessToken, turn }, { route, path: route, schema: Me });
  return { sellerId: String(body.id), nickname: body.nickname };
}

/** Ends the seller's authorization, so that no token of it works any more. */
export async function revokeApplication(
  client: Client,
  accessToken: string,
  { userId, clientId }: { userId: string; clientId: string },
): Promise<void> {
  await client.send({
    method: 'DELETE',
    route: '/users/:id/applications/:id',
    path: `/users/${encodeURIComponent(userId)}/applications/${encodeURIComponent(clientId)}`,
    bearer: accessToken,
    schema: z.unknown(),
    turn: { waits: 'background', key: 'revoke', patienceMs: 2000 },
  });
}
