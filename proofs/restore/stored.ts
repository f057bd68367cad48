import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { marcaHash } from './load.ts';
import { type Entry, hashOf } from './shadow.ts';
import type { Site } from './site.ts';

/** The records that the database holds, by the name under which the shadow knows them. */
export async function storedRecords({ product }: Site): Promise<Map<string, string>> {
  const marcas = await product.sql<{
    id: string;
    nome: string;
    descricao: string | null;
    logo: string | null;
  }>("select id, nome, descricao, logo_arquivo_id as logo from marcas where nome <> 'Bosch'");
  const movimentos = await product.sql<{ id: string; delta: number }>(
    "select chave as id, delta::int as delta from movimentos_estoque where origem = 'manual'",
  );
  return new Map([
    ...marcas.map((row) => [`marca ${row.id}`, marcaHash(row)] as const),
    ...movimentos.map(({ id, delta }) => [`movimento ${id}`, String(delta)] as const),
  ]);
}

/** Compares rows, files and shadow. Returns what is wrong. */
export async function objectFindings(
  site: Site,
  entries: readonly Entry[],
  point: number,
): Promise<string[]> {
  const { product } = site;
  const known = new Map(entries.flatMap(({ kind, id, hash }) => (kind === 'objeto' ? [[id, hash]] : [])));
  const rows = await product.sql<{ id: string; empresa_id: string; folder: string }>(
    "select id, empresa_id, case when lixeira_desde is null then 'publico' else 'lixeira' end as folder from arquivos",
  );
  const findings: string[] = [];
  for (const { id, empresa_id, folder } of rows) {
    const bytes = await readFile(join(product.folder, 'arquivos', folder, empresa_id, `${id}.webp`)).catch(
      () => null,
    );
    if (!bytes) findings.push(`${folder} ${id}: the row has no object`);
    else if (known.has(id) && known.get(id) !== hashOf(bytes)) findings.push(`${folder} ${id}: other bytes`);
  }
  const stored = new Set(rows.map(({ id }) => id));
  for (const { kind, id, acked } of entries)
    if (kind === 'objeto' && acked <= point && !stored.has(id)) findings.push(`${id}: no row`);
  return findings;
}
