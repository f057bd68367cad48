import type { Endpoint } from '@prumo/contract/endpoint.ts';
import { lateAnswer, problemOf, settle } from '#lib/api.ts';
import { idleLimit } from './idle-limit.ts';
import { saveFile } from './save-file.ts';

/**
 * Downloads the file of an endpoint under this name. A plain link would name no empresa, and the file could be of the
 * empresa that another tab used last.
 */
export async function downloadFile(
  endpoint: Endpoint,
  filters: Readonly<Record<string, string | undefined>>,
  name: string,
): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const body = await settle(endpoint, async (madeFor) => {
    const cut = new AbortController();
    const limit = idleLimit(() => cut.abort());
    try {
      const response = await fetch(`${endpoint.url}?${query}`, {
        headers: madeFor,
        signal: cut.signal,
      });
      const { ok, status } = response;
      return {
        status,
        body: ok ? await wholeOf(response, limit.moved) : await response.json().catch(() => null),
      };
    } catch {
      throw cut.signal.aborted ? lateAnswer() : problemOf(0, null);
    } finally {
      limit.end();
    }
  });
  if (!(body instanceof Blob)) throw new Error('the file is no file');
  saveFile(body, name);
}

/** Reads the file piece by piece, because a long file is only late when no piece arrives any more. */
async function wholeOf(response: Response, onPiece: () => void): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return new Blob(pieces, { type: response.headers.get('content-type') ?? '' });
    pieces.push(value);
    onPiece();
  }
}
