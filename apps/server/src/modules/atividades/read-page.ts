import type { Atividade, FiltrosDeAtividade } from '@prumo/contract/atividades.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { selectAtividades, selectNames } from './atividades.queries.ts';
import { idsIn, toAtividade } from './words.ts';

const PAGE = 50;

/** Reads a page of lines, newest first. */
export async function readPage(
  tx: TenantDb,
  query: FiltrosDeAtividade & { cursor?: string | undefined },
  size = PAGE,
): Promise<{ itens: Atividade[]; proximo: string | null }> {
  const { rows, last } = await selectAtividades(tx, { ...query, limit: size });
  const shown = rows.slice(0, size);
  const names = await selectNames(tx, [...new Set(shown.flatMap(idsIn))]);
  const itens = shown.map((line) => toAtividade(line, names));
  return { itens, proximo: (rows.length > size ? itens.at(-1)?.id : last) ?? null };
}
