import type { Endpoint } from '@prumo/contract/endpoint.ts';
import type * as z from 'zod/mini';
import { lateAnswer, problemOf, settle } from '#lib/api.ts';
import { idleLimit } from './idle-limit.ts';

type Answer<E extends Endpoint> = z.output<E['schema']['response'][keyof E['schema']['response']]>;

/** Sends the raw file as the request body. A caller that may send the same file again passes a key. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  file: Blob,
  onProgress: (fraction: number) => void,
  idempotencyKey: string = crypto.randomUUID(),
): Promise<Answer<E>> {
  const headers = {
    'content-type': endpoint.config.file?.types[0] ?? 'application/octet-stream',
    'idempotency-key': idempotencyKey,
  };
  // As in `call`, the server serialises through this schema, so no validation follows.
  return (await settle(endpoint, (madeFor) =>
    send(endpoint, file, { ...headers, ...madeFor }, onProgress),
  )) as Answer<E>;
}

/** Uses XMLHttpRequest, because fetch reports no upload progress. */
const send = (
  { method, url }: Endpoint,
  file: Blob,
  headers: Record<string, string>,
  onProgress: (fraction: number) => void,
) =>
  new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'json';
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    const limit = idleLimit(() => request.abort());
    request.upload.onprogress = (event) => {
      limit.moved();
      onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    };
    request.onloadend = limit.end;
    request.onabort = () => reject(lateAnswer());
    request.onerror = () => reject(problemOf(0, null));
    request.onload = () => resolve({ status: request.status, body: request.response });
    request.send(file);
  });
