import * as z from 'zod';
import type { Config } from '#platform/config.ts';
import { OutboundError, openOutbound } from '#platform/outbound.ts';
import { openBreaker } from './breaker.ts';
import type { Provider } from './round.ts';

/** A public service: where it is, how it is asked, and what its reply means. */
export interface Service<T> {
  fonte: string;
  base: 'VIACEP_URL' | 'BRASILAPI_URL' | 'OPENCEP_URL' | 'MINHA_RECEITA_URL' | 'OPENCNPJ_URL';
  path(numero: string): string;
  /** Only the fields we read, in our own names. */
  reply: z.ZodType<T>;
  /** Which of its 404s say that there is no such number. */
  missing?: 'json' | 'any';
}

/** Text the services leave out in three ways: absent, null and empty. */
export const optional = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);

export const text = z.string().trim().min(1);

/** ViaCEP's way of not knowing, with 200: `erro` has been the boolean and the text "true". Believed of whoever says it. */
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
