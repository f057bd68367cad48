import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** A stored image; `url` is public and never changes its content. */
export const Arquivo = z.object({
  id: z.uuid(),
  url: z.url(),
  largura: z.int(),
  altura: z.int(),
  bytes: z.int(),
});
export type Arquivo = z.infer<typeof Arquivo>;

export const arquivos = {
  /** The content decides what the file is; name and declared type are not believed. */
  createLogo: endpoint({
    method: 'POST',
    url: '/api/arquivos/logos',
    config: {
      auth: 'session',
      tenant: true,
      cost: 'heavy',
      file: { types: ['application/octet-stream'], maxBytes: MAX_UPLOAD_BYTES },
    },
    schema: { summary: 'Guarda o logo de uma marca', tags: ['arquivos'], response: { 201: Arquivo } },
  }),
};
