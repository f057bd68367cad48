import type { Importacao } from '@prumo/contract/importacoes.ts';
import { isOpen } from './importacao-query.ts';

type Part = 'new' | 'reading' | 'preview' | 'importing' | 'result';

/** What of the newest importacao is shown; `replaced` is the one a new search was asked for in place of. */
export function partOf(newest: Importacao | undefined, replaced?: string): Part {
  if (!newest) return 'new';
  const { id, situacao, iniciada_em } = newest;
  if (situacao === 'pronta') return 'preview';
  if (isOpen(newest)) return iniciada_em === null ? 'reading' : 'importing';
  // Given up before anything was imported, there is nothing to look back at.
  return id === replaced || iniciada_em === null ? 'new' : 'result';
}
