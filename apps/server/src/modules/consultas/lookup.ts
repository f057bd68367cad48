import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import { type Remembered, selectConsulta, type Tipo, upsertConsulta } from './consultas.queries.ts';
import { askInTurn, type Outcome, type Provider } from './round.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** How long "there is no such number" is believed. */
const UNKNOWN_SECONDS = 10 * MINUTE;
/** What is found is worth remembering, not worth waiting for. */
const REMEMBER_MS = 500;

export interface Kind<T> {
  tipo: Tipo;
  providers: readonly Provider<Omit<T, 'fonte' | 'consultado_em'>>[];
  /** What is remembered must still be of this shape. */
  schema: z.ZodMiniType<T>;
  days: number;
  unknown: string;
  failed: string;
}

type Lookup<T> = (request: FastifyRequest, numero: string) => Promise<T>;

/**
 * Remembered, or else asked outside: once for all who ask at the same time. No transaction is open meanwhile, and what
 * cannot be remembered is answered all the same.
 */
export function openLookup<T>(kind: Kind<T>): Lookup<T> {
  const { tipo, providers, schema } = kind;
  const rounds = new Map<string, Promise<Remembered | 'failed'>>();

  async function ask({ log, prepare }: FastifyRequest, numero: string): Promise<Remembered | 'failed'> {
    const outcome = await askInTurn(providers, numero, {
      onTrouble: (fonte, err) => log.warn({ fonte, err }, 'a lookup service failed'),
    });
    if (outcome.kind === 'failed') return 'failed';
    const remembered = rememberable(outcome);
    const seconds = outcome.kind === 'found' ? kind.days * DAY : UNKNOWN_SECONDS;
    if (outcome.kind === 'found' || outcome.certain) {
      const written = prepare((tx) => upsertConsulta(tx, tipo, numero, remembered, seconds)).catch(
        (err: unknown) => log.warn({ err }, 'a lookup was not remembered'),
      );
      await Promise.race([written, sleep(REMEMBER_MS, undefined, { ref: false })]);
    }
    return remembered;
  }

  /** All who ask while it is being asked. */
  function askOnce(request: FastifyRequest, numero: string): Promise<Remembered | 'failed'> {
    const known = rounds.get(numero);
    if (known) return known;
    const round = ask(request, numero).finally(() => rounds.delete(numero));
    rounds.set(numero, round);
    return round;
  }

  /** What is remembered, as long as it still is what the contract says. */
  async function recall(request: FastifyRequest, numero: string): Promise<Remembered | undefined> {
    try {
      const known = await request.read((tx) => selectConsulta(tx, tipo, numero));
      return known?.resposta && !schema.safeParse(whole(known)).success ? undefined : known;
    } catch (err) {
      // The session is checked by what reads: whoever has none gets no further, whatever else went wrong.
      await request.read((tx) => tx.raw('select'));
      request.log.warn({ err }, 'lookups cannot be recalled');
      return;
    }
  }

  return async (request, numero) => {
    const answer = (await recall(request, numero)) ?? (await askOnce(request, numero));
    if (answer === 'failed') throw new AppError('upstream', kind.failed);
    if (answer.resposta === null) throw new AppError('not_found', kind.unknown);
    return schema.parse(whole(answer));
  };
}

const whole = ({ resposta, fonte, consultado_em }: Remembered) => ({ ...resposta, fonte, consultado_em });

function rememberable(outcome: Exclude<Outcome<object>, { kind: 'failed' }>): Remembered {
  const consultado_em = new Date().toISOString();
  return outcome.kind === 'found'
    ? { resposta: outcome.value, fonte: outcome.fonte, consultado_em }
    : { resposta: null, fonte: null, consultado_em };
}
