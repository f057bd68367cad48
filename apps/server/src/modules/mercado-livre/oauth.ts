import * as z from 'zod';
import type { Turn } from '#modules/marketplace/calls.ts';
import type { Grant } from '#modules/marketplace/connection.ts';
import type { Client } from './client.ts';

export interface Credentials {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

const Token = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
  user_id: z.number().int(),
});

/** Other processes wait during the refresh, so a quick failure is better than a late answer. */
const TURN: Turn = { waits: 'person', key: 'oauth', patienceMs: 1500 };

export const exchangeCode = (
  client: Client,
  { clientId, clientSecret, redirectUri }: Credentials,
  { code, codeVerifier }: { code: string; codeVerifier: string },
) =>
  askForTokens(client, {
    grant_type: 'authorization_code',
    client_id: clientId,
    client_secret: clientSecret,
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  });

export const refreshTokens = (
  client: Client,
  { clientId, clientSecret }: Credentials,
  refreshToken: string,
) =>
  askForTokens(client, {
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: refreshToken,
  });

async function askForTokens(client: Client, form: Record<string, string>): Promise<Grant> {
  const route = '/oauth/token';
  const { body } = await client.send({
    method: 'POST',
    route,
    path: route,
    form,
    schema: Token,
    turn: TURN,
  });
  return {
    sellerId: String(body.user_id),
    accessToken: body.access_token,
    refreshToken: body.refresh_token ?? null,
    expiresInSeconds: body.expires_in,
  };
}
