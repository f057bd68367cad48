import type { Endpoint } from '@prumo/contract/endpoint.ts';
import type * as z from 'zod/mini';
import { problemOf, refusal } from './api.ts';

type Stored<E extends Endpoint> = E['schema']['response'][201] extends z.ZodMiniType
  ? z.output<E['schema']['response'][201]>
  : never;

/** Sends a file as it is. XMLHttpRequest, because fetch does not tell how much has left. */
export const upload = <E extends Endpoint>(
  endpoint: E,
  file: Blob,
  onProgress: (fraction: number) => void,
): Promise<Stored<E>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, endpoint.url);
    request.responseType = 'json';
    request.setRequestHeader('content-type', endpoint.config.file?.types[0] ?? 'application/octet-stream');
    request.setRequestHeader('idempotency-key', crypto.randomUUID());
    request.upload.onprogress = (event) =>
      onProgress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onerror = () => reject(problemOf(0, null));
    request.onload = () => {
      const body: unknown = request.response;
      // As in `call`: the server answers through this schema.
      if (request.status < 300) resolve(body as Stored<E>);
      else reject(refusal(endpoint, request.status, body));
    };
    request.send(file);
  });
