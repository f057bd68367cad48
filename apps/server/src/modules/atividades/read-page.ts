import type { Atividade, FiltrosDeAtividade } from '@prumo/contract/atividades.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { selectAtividades, selectNames } from './atividades.queries.ts';
import { idsIn, toAtividade } from './words.ts';

const PAGE = 50;

/** Reads a page of lines, newest first. */
export async function readPage(
  tx: TenantDb,
  query: FiltrosDeAtividade & { cursor?: string | undefined },
): Promise<{ itens: Atividade[]; proximo: string | null }> {
  const { rows, last } = await selectAtividades(tx, { ...query, limit: PAGE });
  const shown = rows.slice(0, PAGE);
  const names = await selectNames(tx, [...new Set(shown.flatMap(idsIn))]);
  const itens = shown.map((line) => toAtividade(line, names));
  return { itens, proximo: (rows.length > PAGE ? itens.at(-1)?.id : last) ?? null };
}
