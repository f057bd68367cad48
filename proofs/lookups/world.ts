import { aCep, aMissingCep } from '../../apps/sandbox/src/consultas/ceps.ts';
import { aCnpj, aMissingCnpj } from '../../apps/sandbox/src/consultas/empresas.ts';
import type { StandIn } from '../kit/stand-in.ts';

/** The public services for each type of number, in the order in which the product asks them. */
export const SERVICES = {
  cep: ['viacep', 'brasilapi', 'opencep'],
  cnpj: ['brasilapi', 'minhareceita', 'opencnpj'],
} as const;

export type Tipo = keyof typeof SERVICES;
export const TYPES = ['cep', 'cnpj'] as const satisfies readonly Tipo[];

let made = 0;

/** Returns a new number at every call. */
export function aNumber(tipo: Tipo, exists: boolean): string {
  made += 1;
  if (tipo === 'cep') return exists ? aCep(made) : aMissingCep(made);
  return exists ? aCnpj(made) : aMissingCnpj(made);
}

/** A number of faulty answers that no run reaches, so the fault lasts until `behave`. */
const ALWAYS = 1_000_000_000;

export async function breakServices(
  { misbehave }: Pick<StandIn, 'misbehave'>,
  kind: string,
  services: readonly string[],
): Promise<void> {
  for (const service of services) await misbehave({ [service]: kind, vezes: ALWAYS });
}

/** How many requests all services have received. */
export async function requestsOutside({ url }: StandIn): Promise<number> {
  const asked = (await (await fetch(`${url}/_pedidos`)).json()) as Record<string, { total: number }>;
  return Object.values(asked).reduce((sum, { total }) => sum + total, 0);
}
