import * as z from 'zod/mini';
import { endpoint, instant } from './endpoint.ts';

/**
 * The number of hours that a membro has to turn two-step verification on after the empresa starts to demand it. The
 * function `duas_etapas_ate` of the database states the same number.
 */
export const HORAS_PARA_DUAS_ETAPAS = 24;

/** The demands of the empresa on its people. There are none until a person of the empresa sets one. */
const NovaPolitica = z.strictObject({
  /**
   * Whether a person who starts or finishes the connection of a marketplace account must have two-step
   * verification. Each membro has a day to turn it on, except the person who switches the demand on.
   */
  exige_duas_etapas: z.boolean(),
});

export const Politica = z.object({
  ...NovaPolitica.shape,
  /** The instant of the last change. Null before the first change. */
  alterada_em: z.nullable(instant()),
  /** The name of the person who made the last change. */
  alterada_por: z.nullable(z.string()),
});
export type Politica = z.infer<typeof Politica>;

const tags = ['politica'];

export const politica = {
  get: endpoint({
    method: 'GET',
    url: '/api/politica',
    config: { auth: 'session', tenant: true, cost: 'read', right: 'consultar' },
    schema: { summary: 'Lê o que a empresa exige das pessoas', tags, response: { 200: Politica } },
  }),
  set: endpoint({
    method: 'PUT',
    url: '/api/politica',
    // Only lowering the demand requires a fresh sign-in, so that a stolen session cannot lower it.
    config: {
      auth: 'session',
      tenant: true,
      cost: 'write',
      right: 'alterar_empresa',
      fresh: { exige_duas_etapas: false },
    },
    schema: {
      summary: 'Altera o que a empresa exige das pessoas',
      tags,
      body: NovaPolitica,
      response: { 200: Politica },
    },
  }),
};
