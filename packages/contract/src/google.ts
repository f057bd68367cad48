import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const tags = ['acesso'];

/** A path of our own to come back to. */
const voltar = z.optional(z.string().check(z.maxLength(500)));

export const google = {
  /** The address of Google's page; the browser goes there and comes back to `finish`. */
  enter: endpoint({
    method: 'POST',
    url: '/api/google/entrada',
    config: { auth: 'anonymous', tenant: false, cost: 'sign-in' },
    schema: {
      summary: 'Começa a entrada com Google',
      tags,
      body: z.strictObject({ voltar }),
      response: { 200: z.object({ url: z.string() }) },
    },
  }),
  /** For whoever has no password: a new sign-in with Google confirms that it is them. */
  confirm: endpoint({
    method: 'POST',
    url: '/api/google/confirmacao',
    config: { auth: 'session', tenant: false, cost: 'sign-in' },
    schema: {
      summary: 'Começa a confirmação de identidade com Google',
      tags,
      body: z.strictObject({ voltar }),
      response: { 200: z.object({ url: z.string() }) },
    },
  }),
  /** Called by the browser on its way back from Google; always answers with a redirect into the product. */
  finish: endpoint({
    method: 'GET',
    url: '/api/google/retorno',
    config: { auth: 'anonymous', tenant: false, cost: 'sign-in' },
    schema: {
      summary: 'Recebe a resposta do Google',
      tags,
      querystring: z.looseObject({}),
      response: { 303: z.null() },
    },
  }),
};

/** What `finish` says to the page it comes back to, as `?google=`; the pages have a sentence for each. */
export const ResultadoGoogle = z.enum([
  'entrou',
  'segundo_fator',
  'vinculado',
  'confirmado',
  'cancelado',
  'desligado',
  'email_em_uso',
  'email_nao_verificado',
  'outra_conta',
  'expirado',
  'falhou',
]);
export type ResultadoGoogle = z.infer<typeof ResultadoGoogle>;
