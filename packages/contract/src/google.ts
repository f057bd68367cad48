import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const tags = ['acesso'];

/** The path inside Prumo to which the browser returns. */
const voltar = z.optional(z.string().check(z.maxLength(500)));

export const google = {
  /** Returns the address of Google's page. The browser goes there and returns to `finish`. */
  enter: endpoint({
    method: 'POST',
    url: '/api/google/entrada',
    config: { auth: 'anonymous', tenant: false, cost: 'sign-in', right: null },
    schema: {
      summary: 'Começa a entrada com Google',
      tags,
      body: z.strictObject({ voltar }),
      response: { 200: z.object({ url: z.string() }) },
    },
  }),
  /** Starts the confirmation of identity by a new Google sign-in, for a person without a password. */
  confirm: endpoint({
    method: 'POST',
    url: '/api/google/confirmacao',
    config: { auth: 'session', tenant: false, cost: 'sign-in', right: null },
    schema: {
      summary: 'Começa a confirmação de identidade com Google',
      tags,
      body: z.strictObject({ voltar }),
      response: { 200: z.object({ url: z.string() }) },
    },
  }),
  /**
   * The browser calls this address when it returns from Google. The response is always a redirect into Prumo.
   */
  finish: endpoint({
    method: 'GET',
    url: '/api/google/retorno',
    config: { auth: 'anonymous', tenant: false, cost: 'sign-in', right: null },
    schema: {
      summary: 'Recebe a resposta do Google',
      tags,
      querystring: z.looseObject({}),
      response: { 303: z.null() },
    },
  }),
};
