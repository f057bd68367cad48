import * as z from 'zod';
import type { Config } from '#platform/config.ts';
import { OutboundError, openOutbound } from '#platform/outside/outbound.ts';
import { openBreaker } from './breaker.ts';
import type { Provider } from './round.ts';

/** A public service: its address, its requests and the meaning of its responses. */
export interface Service<T> {
  fonte: string;
  base: 'VIACEP_URL' | 'BRASILAPI_URL' | 'OPENCEP_URL' | 'MINHA_RECEITA_URL' | 'OPENCNPJ_URL';
  path(numero: string): string;
  /** Parses only the fields that we read, and renames them to ours. */
  reply: z.ZodType<T>;
  /**
   * Which 404 responses mean that the number does not exist: only those with a JSON body, or any. Default:
   * none.
   */
  missing?: 'json' | 'any';
}

/** An optional text. The services express a missing text as absent, null or empty. */
export const optional = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);

export const text = z.string().trim().min(1);

/**
 * ViaCEP reports an unknown number with status 200 and `erro`, which is the boolean or the text "true". The
 * reader accepts this from every service.
 */
const Erro = z.object({ erro: z.unknown().refine(Boolean) }).transform(() => null);

export function providerOf<T extends object>(
  { fonte, base, path, reply, missing }: Service<T>,
  config: Pick<Config, Service<T>['base'] | 'PUBLIC_URL'>,
  numeroOf: (value: T) => string,
): Provider<T> {
  const outbound = openOutbound({
    service: fonte,
    base: config[base],
    userAgent: `Prumo/1.0 (+${config.PUBLIC_URL})`,
  });
  const schema = z.union([Erro, reply]);
  return {
    fonte,
    breaker: openBreaker(),
    async ask(numero, signal) {
      const value = await outbound.get(path(numero), { schema, signal, ...(missing && { missing }) });
      if (!value) return;
      if (numeroOf(value) !== numero) throw new OutboundError(fonte, 'wrong-shape');
      return value;
    },
  };
}
