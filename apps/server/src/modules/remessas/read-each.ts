import type { EstoqueDaEmpresa, ProdutoDaEmpresa } from '@prumo/contract/remessas.ts';
import { AppError } from '#platform/errors.ts';
import type { OwnEmpresa } from './remessas.queries.ts';

/** The number of empresas that one request reads at the same time. */
const AT_ONCE = 5;
/** The maximum time for one empresa, and for all of them. They leave the request time to answer within its 15 s. */
const EMPRESA_MS = 1500;
const ALL_MS = 6000;

const LATE = 'Esta empresa não respondeu a tempo. Busque de novo em instantes.';
const FAILED = 'Não foi possível ler esta empresa agora. Busque de novo em instantes.';

interface Options {
  empresas: readonly OwnEmpresa[];
  /** The number of empresas that are read. The others are named as not read. */
  most: number;
  read: (empresa: OwnEmpresa, limitMs: number) => Promise<ProdutoDaEmpresa[]>;
  /** Multiplies the time limits. */
  patience: number;
  onFailure: (error: unknown) => void;
}

export interface Reading {
  itens: EstoqueDaEmpresa[];
  nao_lidas: { empresa: OwnEmpresa; mensagem: string }[];
}

/**
 * Reads the empresas, a few at a time and each within its own time. One that fails, is late or is over the limit is
 * named as not read, so that nobody takes its stock for zero.
 */
export async function readEach({ empresas, most, read, patience, onFailure }: Options): Promise<Reading> {
  const reading: Reading = { itens: [], nao_lidas: [] };
  const end = performance.now() + ALL_MS * patience;
  const queue = empresas.slice(0, most);
  const loop = async () => {
    for (let empresa = queue.shift(); empresa; empresa = queue.shift()) {
      const limitMs = Math.min(EMPRESA_MS * patience, end - performance.now());
      const answer = await within(limitMs, () => read(empresa, EMPRESA_MS)).catch((error: unknown) => {
        onFailure(error);
        return error instanceof AppError ? error.message : FAILED;
      });
      if (typeof answer === 'string') reading.nao_lidas.push({ empresa, mensagem: answer });
      else if (answer.length > 0) reading.itens.push({ empresa, produtos: answer });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  for (const empresa of empresas.slice(most))
    reading.nao_lidas.push({ empresa, mensagem: `A busca lê até ${most} empresas de uma vez.` });
  const place = new Map(empresas.map(({ id }, n) => [id, n]));
  const byPlace = (a: { empresa: OwnEmpresa }, b: { empresa: OwnEmpresa }) =>
    (place.get(a.empresa.id) ?? 0) - (place.get(b.empresa.id) ?? 0);
  return { itens: reading.itens.sort(byPlace), nao_lidas: reading.nao_lidas.sort(byPlace) };
}

/** Rejects after the time. The work itself then ends by the time limit of its statements. */
async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  if (ms <= 0) throw new AppError('unavailable', LATE);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new AppError('unavailable', LATE)), ms);
  try {
    return await Promise.race([work(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
