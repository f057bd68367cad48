import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { AppError } from '#platform/errors.ts';
import {
  type Remembered,
  readNothing,
  selectConsulta,
  type Tipo,
  upsertConsulta,
} from './consultas.queries.ts';
import { askInTurn, type Outcome, type Provider } from './round.ts';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** The time for which "there is no such number" is cached. */
const UNKNOWN_SECONDS = 10 * MINUTE;
/** The maximum time that a request waits for the cache to be written. */
const REMEMBER_MS = 500;

export interface Kind<T> {
  tipo: Tipo;
  providers: readonly Provider<Omit<T, 'fonte' | 'consultado_em'>>[];
  /** The shape that a cached response must still have. */
  schema: z.ZodMiniType<T>;
  /** The number of days for which a found number is cached. */
  days: number;
  unknown: string;
  failed: string;
}

type Lookup<T> = (request: FastifyRequest, numero: string) => Promise<T>;

/**
 * Answers from the cache, or else queries the services, once for all concurrent requests. No transaction is
 * open during that call. A failure of the cache does not fail the lookup.
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

  /** Shares one lookup among all concurrent requests for the number. */
  function askOnce(request: FastifyRequest, numero: string): Promise<Remembered | 'failed'> {
    const known = rounds.get(numero);
    if (known) return known;
    const round = ask(request, numero).finally(() => rounds.delete(numero));
    rounds.set(numero, round);
    return round;
  }

  /** Returns the cached response, if it still fits the contract. */
  async function recall(request: FastifyRequest, numero: string): Promise<Remembered | undefined> {
    try {
      const known = await request.read((tx) => selectConsulta(tx, tipo, numero));
      return known?.resposta && !schema.safeParse(whole(known)).success ? undefined : known;
    } catch (err) {
      // A read also checks the session. A request without a session is refused here, whatever the first read
      // failed with.
      await request.read(readNothing);
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
