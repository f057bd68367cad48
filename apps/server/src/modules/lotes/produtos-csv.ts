import { COLUNAS_DO_ARQUIVO, type ColunaDoArquivo, type Selecao } from '@prumo/contract/lotes.ts';
import type { TenantDb } from '#platform/db/tenant-db.ts';
import { BOM, csvLine } from '#platform/http/csv.ts';
import { type Matches, selectMatches } from './lotes.queries.ts';
import { selectLinhas } from './mudancas.queries.ts';

type Read = <T>(work: (tx: TenantDb) => Promise<T>) => Promise<T>;

const AT_ONCE = 1000;
/** Greater than every id of a produto. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Yields a line for each chosen produto, a page at a time, so that memory does not grow with the file. */
export async function* produtosCsv(
  read: Read,
  selecao: Selecao,
  colunas: readonly ColunaDoArquivo[],
): AsyncGenerator<string> {
  yield BOM + csvLine(colunas.map((name) => COLUNAS_DO_ARQUIVO[name]));
  for await (const ids of idsOf(read, selecao)) {
    const linhas = await read((tx) => selectLinhas(tx, ids, colunas));
    yield linhas.map(({ celulas }) => csvLine(celulas)).join('');
  }
}

async function* idsOf(read: Read, selecao: Selecao): AsyncGenerator<readonly string[]> {
  if ('ids' in selecao) {
    for (let at = 0; at < selecao.ids.length; at += AT_ONCE) yield selecao.ids.slice(at, at + AT_ONCE);
    return;
  }
  let depois: string | null = null;
  for (;;) {
    const from: string | null = depois;
    const next: Matches = await read((tx) =>
      selectMatches(tx, selecao, { depois: from, antes: END, limit: AT_ONCE }),
    );
    if (next.ultimo === null) return;
    if (next.ids.length > 0) yield next.ids;
    depois = next.ultimo;
  }
}
