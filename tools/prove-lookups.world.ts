import { aCep, aMissingCep } from '../apps/sandbox/src/consultas/ceps.ts';
import { aCnpj, aMissingCnpj } from '../apps/sandbox/src/consultas/empresas.ts';

/** The world outside as the proof of lookups breaks it: which services, and numbers nobody has asked about yet. */
export const SERVICES = {
  cep: ['viacep', 'brasilapi', 'opencep'],
  cnpj: ['brasilapi', 'minhareceita', 'opencnpj'],
} as const;

export type Tipo = keyof typeof SERVICES;
export const TYPES = ['cep', 'cnpj'] as const satisfies readonly Tipo[];

let made = 0;

/** Another one every time. */
export function aNumber(tipo: Tipo, exists: boolean): string {
  made += 1;
  if (tipo === 'cep') return exists ? aCep(made) : aMissingCep(made);
  return exists ? aCnpj(made) : aMissingCnpj(made);
}

/** Until they are taken back. */
const ALWAYS = 1_000_000_000;

export async function breakServices(
  sandbox: string,
  kind: string,
  services: readonly string[],
): Promise<void> {
  for (const service of services) {
    const body = JSON.stringify({ [service]: kind, vezes: ALWAYS });
    const { status } = await fetch(`${sandbox}/_falhas`, { method: 'POST', body });
    if (status !== 204) throw new Error(`the sandbox knows no fault ${kind} of ${service}`);
  }
}

export const mendServices = (sandbox: string) => fetch(`${sandbox}/_falhas`, { method: 'DELETE' });

/** How many requests the services have had in all. */
export async function requestsOutside(sandbox: string): Promise<number> {
  const asked = (await (await fetch(`${sandbox}/_pedidos`)).json()) as Record<string, { total: number }>;
  return Object.values(asked).reduce((sum, { total }) => sum + total, 0);
}
