import { atividades, type FiltrosDeAtividade } from '@prumo/contract/atividades.ts';
import { problemOf, settle } from '#lib/api.ts';
import { today } from '#lib/day.ts';
import { saveFile } from '#lib/save-file.ts';

/**
 * Downloads the lines that match. A plain link would name no empresa, and the file could be of the empresa that another
 * tab used last.
 */
export async function downloadAtividades(filters: FiltrosDeAtividade): Promise<void> {
  const query = new URLSearchParams(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
  const body = await settle(atividades.file, async (madeFor) => {
    const response = await fetch(`${atividades.file.url}?${query}`, { headers: madeFor }).catch(() => {
      throw problemOf(0, null);
    });
    const { ok, status } = response;
    return { status, body: ok ? await response.blob() : await response.json().catch(() => null) };
  });
  if (!(body instanceof Blob)) throw new Error('the file is no file');
  saveFile(body, `atividade-${today()}.csv`);
}
