import * as z from 'zod/mini';
import { endpoint, instant } from './endpoint.ts';

/** The numbers of years among which an empresa chooses how long its history is kept. The database states the same. */
export const ANOS_DE_HISTORICO = [1, 2, 5, 10] as const;

/** The number of years until a person of the empresa chooses. Function `historico_anos_at` states the same. */
export const ANOS_PADRAO = 5;

/** The number of days after which a shorter choice counts. Function `historico_anos` states the same. */
export const DIAS_ATE_ENCURTAR = 30;

/** The number at which counting of changes stops. */
export const ALTERACOES_CONTADAS = 10_000;

const Anos = z.literal([...ANOS_DE_HISTORICO], 'Escolha um dos prazos da lista.');

const NovaRetencao = z.strictObject({ historico_anos: Anos });

/** What a choice would remove. */
const Opcao = z.object({
  anos: Anos,
  /** The instant from which this choice would count. Null for a choice that removes nothing more than the present one. */
  vale_em: z.nullable(instant()),
  /** The begin of the first month that stays, at the instant from which the choice counts. */
  guarda_desde: instant(),
  /** The number of changes before that month, at most one more than `ALTERACOES_CONTADAS`. */
  alteracoes: z.int(),
});
export type Opcao = z.infer<typeof Opcao>;

export const Retencao = z.object({
  /** The chosen number of years. */
  historico_anos: Anos,
  /** The number of years that count now. It is greater than the chosen one for a time after a shorter choice. */
  vigente_anos: Anos,
  /** The instant from which the choice counts. Null when it counts already. */
  vale_em: z.nullable(instant()),
  /** The instant of the last choice. Null before the first one. */
  alterada_em: z.nullable(instant()),
  alterada_por: z.nullable(z.string()),
  opcoes: z.array(Opcao),
});
export type Retencao = z.infer<typeof Retencao>;

const tags = ['retencao'];
const config = { auth: 'session', tenant: true, right: 'alterar_empresa' } as const;

export const retencao = {
  get: endpoint({
    method: 'GET',
    url: '/api/retencao',
    config: { ...config, cost: 'summary' },
    schema: { summary: 'Lê por quanto tempo o histórico é guardado', tags, response: { 200: Retencao } },
  }),
  set: endpoint({
    method: 'PUT',
    url: '/api/retencao',
    // A stolen session must not remove the traces of what was done.
    config: { ...config, cost: 'write', fresh: true },
    schema: {
      summary: 'Escolhe por quanto tempo o histórico é guardado',
      tags,
      body: NovaRetencao,
      response: { 200: Retencao },
    },
  }),
};
