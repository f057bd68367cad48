import type { Erro } from '@prumo/contract/erros.ts';
import { networksOf } from '#platform/admission/address.ts';
import { openRates } from '#platform/admission/rates.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

/** Reports per minute. A page sends each error once and ten at most, so only a flood or a broken release gets here. */
const PER_SESSION = 20;
const PER_NETWORK = 60;
/** Keeps a flood from many addresses from filling the log. */
const PER_PROCESS = 600;

interface Sender {
  address: string;
  /** The hash of the session cookie, unchecked. A forged one only shares the allowance of its network. */
  session: string | null;
  userAgent: string | undefined;
}

/** Writes errors of pages to the log, within the allowances of their person, network and process. */
export function openErros(log: Log, now: () => number = () => performance.now()) {
  const rates = openRates();
  return {
    note(erro: Erro, { address, session, userAgent }: Sender): void {
      const wait = rates.take(
        [
          { key: 'process', perMinute: PER_PROCESS },
          ...networksOf(address).map((key) => ({ key, perMinute: PER_NETWORK })),
          ...(session === null ? [] : [{ key: session, perMinute: PER_SESSION }]),
        ],
        now(),
      );
      if (wait > 0)
        throw new AppError('limited', 'Muitos erros em pouco tempo. O Prumo já sabe deles.', {
          retryAfter: Math.ceil(wait / 1000),
        });
      const { pilha, ...rest } = erro;
      const at = pilha.map(({ arquivo, linha, coluna }) => `${arquivo}:${linha}:${coluna}`);
      log.warn({ erro: { ...rest, at, navegador: familyOf(userAgent) } }, 'a page reported an error');
    },
  };
}

/** Edge and Opera name Chrome too, and Chrome names Safari, so the order decides. */
const FAMILIES = [
  ['edge', /\bEdg/],
  ['opera', /\bOPR\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|CriOS)\//],
  ['safari', /\bSafari\//],
] as const;

export const familyOf = (userAgent = '') =>
  FAMILIES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
