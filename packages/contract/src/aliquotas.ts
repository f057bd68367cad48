import * as z from 'zod/mini';
import { decimal } from './decimal.ts';
import { endpoint, instant } from './endpoint.ts';

const dia = () => z.iso.date('Informe uma data válida.');

export const AliquotaInput = z.strictObject({
  /** The first day on which the rate is valid. */
  desde: dia(),
  /** Null removes the rate of this day. */
  percentual: z.nullable(
    decimal({
      places: 2,
      max: 100,
      message: 'Informe o percentual, como 6 ou 6,5.',
      tooLarge: 'O percentual vai até 100.',
    }),
  ),
});

/** The tax with which the empresa estimates its margins, in percent of a sale, from a day until the next rate. */
export const Aliquota = z.object({
  desde: z.iso.date(),
  percentual: z.string(),
  atualizado_em: instant(),
});
export type Aliquota = z.infer<typeof Aliquota>;

/** The maximum number of rates of an empresa. */
export const MAX_ALIQUOTAS = 100;

const tags = ['aliquotas'];
const read = { auth: 'session', tenant: true, cost: 'read', right: 'ver_custo' } as const;
const write = { auth: 'session', tenant: true, cost: 'write', right: 'alterar_empresa' } as const;
const lista = z.object({ itens: z.array(Aliquota) });

export const aliquotas = {
  list: endpoint({
    method: 'GET',
    url: '/api/aliquotas',
    config: read,
    schema: {
      summary: 'Lista as alíquotas da empresa, a mais nova primeiro',
      tags,
      response: { 200: lista },
    },
  }),
  /** Sets or removes the rate that is valid from a day on. A repetition changes nothing. */
  set: endpoint({
    method: 'PUT',
    url: '/api/aliquotas',
    config: write,
    schema: {
      summary: 'Define ou remove a alíquota que vale a partir de um dia',
      tags,
      body: AliquotaInput,
      response: { 200: lista },
    },
  }),
};
