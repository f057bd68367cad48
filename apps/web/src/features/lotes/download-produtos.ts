import { type ColunaDoArquivo, lotes, type Selecao } from '@prumo/contract/lotes.ts';
import { problemOf, settle } from '#lib/api.ts';
import { saveFile } from '#lib/files/save-file.ts';

/** Asks for the CSV of the chosen produtos and saves it under the name that the server gives. */
export async function downloadProdutos(body: {
  selecao: Selecao;
  colunas: ColunaDoArquivo[];
}): Promise<void> {
  const { method, url } = lotes.file;
  await settle(lotes.file, async (madeFor) => {
    const headers = {
      ...madeFor,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    };
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) }).catch(() => {
      throw problemOf(0, null);
    });
    const { ok, status } = response;
    if (!ok) return { status, body: await response.json().catch(() => null) };
    const file = await response.blob().catch(() => {
      throw problemOf(0, null);
    });
    saveFile(file, nameIn(response.headers.get('content-disposition')));
    return { status, body: null };
  });
}

const nameIn = (disposition: string | null) =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? 'produtos.csv';
