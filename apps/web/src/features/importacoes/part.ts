import type { Importacao } from '@prumo/contract/importacoes.ts';
import { isOpen } from './importacao-query.ts';

type Part = 'new' | 'reading' | 'preview' | 'importing' | 'result';

/** The part of the screen for the newest importacao. `replaced` is the id of the one that a new search replaces. */
export function partOf(newest: Importacao | undefined, replaced?: string): Part {
  if (!newest) return 'new';
  const { id, situacao, iniciada_em } = newest;
  if (situacao === 'pronta') return 'preview';
  if (isOpen(newest)) return iniciada_em === null ? 'reading' : 'importing';
  // An importacao cancelled before its start has no result to show.
  return id === replaced || iniciada_em === null ? 'new' : 'result';
}
