import type { Aviso } from '@prumo/contract/endpoint.ts';

/** Keeps the warnings that have a message, each with the field it is about. */
export const avisosOf = (...warnings: [campo: string, mensagem: string | null | undefined][]): Aviso[] =>
  warnings.flatMap(([campo, mensagem]) => (mensagem ? [{ campo, mensagem }] : []));
