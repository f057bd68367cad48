import type { TenantDb } from '#platform/db/tenant-db.ts';
import { BOM, csvLine } from '#platform/http/csv.ts';
import { type ResultLine, selectResult } from './result.queries.ts';

type Read = <T>(work: (tx: TenantDb) => Promise<T>) => Promise<T>;

const HEADER = ['Anúncio', 'Variação', 'Título', 'SKU', 'Resultado', 'Motivo', 'Produto'];
const PAGE = 2000;

const RESULTS: Readonly<Record<string, string>> = {
  a_ler: 'Não lido',
  pendente: 'Pendente',
  criado: 'Criado',
  ligado: 'Ligado',
  atualizado: 'Atualizado',
  igual: 'Sem mudança',
  ignorado: 'Deixado de fora',
  recusado: 'Não importado',
};

/** Yields a line for each anuncio or variation with its outcome and reason, a page at a time. */
export async function* resultCsv(read: Read, importacaoId: string): AsyncGenerator<string> {
  yield BOM + csvLine(HEADER);
  let after = { anuncio_id: '', variacao_id: '' };
  for (;;) {
    const rows = await read((tx) => selectResult(tx, { importacaoId, after, limit: PAGE }));
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => csvLine(cellsOf(row))).join('');
    after = last;
  }
}

const cellsOf = (row: ResultLine) => [
  row.anuncio_id,
  row.variacao || row.variacao_id,
  row.titulo ?? '',
  row.sku ?? '',
  RESULTS[row.resultado] ?? row.resultado,
  row.motivo ?? photosLeftOut(row),
  row.produto ?? '',
];

function photosLeftOut({ fotos_recusadas, motivo_da_foto }: ResultLine): string {
  if (fotos_recusadas === 0) return '';
  const count = fotos_recusadas === 1 ? '1 foto não copiada' : `${fotos_recusadas} fotos não copiadas`;
  return `${count}: ${motivo_da_foto}`;
}
