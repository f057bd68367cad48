import { Marketplace } from '@prumo/contract/marketplaces.ts';
import * as z from 'zod/mini';

/** State that this tab stores while the person visits the marketplace's page. */
const StartedConnection = z.object({
  marketplace: Marketplace,
  state: z.string(),
  code_verifier: z.string(),
});
export type StartedConnection = z.infer<typeof StartedConnection>;

const KEY = 'conexao';

export const keepStarted = (started: StartedConnection) =>
  sessionStorage.setItem(KEY, JSON.stringify(started));

/** Reads and deletes the state, so that nothing remains, whether or not the exchange succeeds. */
export function takeStarted(): StartedConnection | undefined {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return kept === null ? undefined : readStarted(kept);
}

function readStarted(kept: string): StartedConnection | undefined {
  try {
    return StartedConnection.safeParse(JSON.parse(kept)).data;
  } catch {
    return;
  }
}
