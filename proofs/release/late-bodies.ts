import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long the body of a change stays behind its head. A slow mobile connection sends them this far apart. */
const BEHIND_MS = 150;

export interface LateBodies {
  answered: number;
  /** Changes without an answer, or with another one than 201. */
  failed: string[];
  stop(): Promise<void>;
}

/**
 * Saves marcas whose body arrives after its head, without a pause in between. A process that stops meanwhile has seen
 * only the head, and only the balancer can bring the change to another one. `onSaved` gets the id of each marca.
 */
export function startLateBodies(
  address: string,
  headers: Record<string, string>,
  onSaved: (id: string) => void,
): LateBodies {
  const late = { answered: 0, failed: [] as string[] };
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      try {
        const { status, body } = await saveLate(address, headers);
        late.answered++;
        if (status === 201) onSaved((JSON.parse(body) as { id: string }).id);
        else late.failed.push(`a late body was answered ${status}: ${body.slice(0, 200)}`);
      } catch (error) {
        late.failed.push(`a late body got no answer: ${error}`);
      }
    }
  })();
  return Object.assign(late, {
    async stop() {
      isStopped = true;
      await running;
    },
  });
}

async function saveLate(address: string, headers: Record<string, string>) {
  const body = JSON.stringify({ nome: `Marca ${randomUUID()}`, descricao: null, logo_url: null });
  const sent = request(`${address}/api/marcas`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    },
  });
  const answer = once(sent, 'response') as Promise<[IncomingMessage]>;
  // An early end of the connection is reported where the answer is awaited.
  answer.catch(() => {});
  sent.flushHeaders();
  await sleep(BEHIND_MS);
  sent.end(body);
  const [response] = await answer;
  return { status: response.statusCode, body: await text(response) };
}
