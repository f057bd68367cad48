import * as z from 'zod/mini';
import { byId, endpoint, Lote } from './endpoint.ts';

export const MAX_UPLOAD_BYTES = 10 * 1024 * 1024;

/** A stored image. `url` is public, and the content behind it never changes. */
export const Arquivo = z.object({
  id: z.uuid(),
  url: z.url(),
  largura: z.int(),
  altura: z.int(),
  bytes: z.int(),
});
export type Arquivo = z.infer<typeof Arquivo>;

/** The request body is the image itself, not JSON. */
const upload = {
  auth: 'session',
  tenant: true,
  cost: 'heavy',
  right: 'alterar_produtos',
  file: { types: ['application/octet-stream'], maxBytes: MAX_UPLOAD_BYTES },
} as const;

/** The address of the thumbnail that the server stores with each photo, for lists. */
export const thumbnailOf = (url: string) => url.replace(/\.webp$/, '.mini.webp');

export const arquivos = {
  /** The server detects the file type from the content. It trusts neither the name nor the declared type. */
  createLogo: endpoint({
    method: 'POST',
    url: '/api/arquivos/logos',
    config: upload,
    schema: { summary: 'Guarda o logo de uma marca', tags: ['arquivos'], response: { 201: Arquivo } },
  }),
  createFoto: endpoint({
    method: 'POST',
    url: '/api/arquivos/fotos',
    config: upload,
    schema: { summary: 'Guarda a foto de um produto', tags: ['arquivos'], response: { 201: Arquivo } },
  }),
  /** Removes the photo from the produto that shows it, if any, and moves the file to the trash. */
  removeFoto: endpoint({
    method: 'DELETE',
    url: '/api/arquivos/fotos/:id',
    config: { auth: 'session', tenant: true, cost: 'write', right: 'alterar_produtos' },
    schema: {
      summary: 'Remove a foto de um produto',
      tags: ['arquivos'],
      params: byId,
      response: {
        200: z.object({
          ...Lote.shape,
          /** The produto that showed the photo, with its new version. */
          produto: z.nullable(z.object({ id: z.uuid(), versao: z.int() })),
        }),
      },
    },
  }),
};
