import type { Access, Database } from '#platform/db/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Storage } from '#platform/outside/storage.ts';
import { bytesOf, directoryEnd, directoryEntry } from '#platform/zip/zip-write.ts';
import { selectPartes } from './exportacoes.queries.ts';
import { parteKey } from './parts.ts';

const PARTS = 50;

interface Source {
  db: Database;
  storage: Storage;
  access: Access;
  id: string;
  corte: string;
}

/**
 * Yields the bytes of the ZIP: the parts in order, and then the directory, which is computed from their rows. Each page
 * of parts checks the session and the right again, so the download of a removed person ends.
 */
export async function* zipOf({ db, storage, access, id, corte }: Source): AsyncGenerator<Buffer> {
  const at = new Date(corte);
  const directory: Buffer[] = [];
  let offset = 0;
  for (let ordem = 0; ; ordem += PARTS) {
    const from = ordem;
    const partes = await db.read(access, (tx) => selectPartes(tx, id, from, PARTS));
    for (const parte of partes) {
      const found = await storage.read(parteKey(access.empresaId, id, parte.id));
      if (!found) throw new AppError('not_found', 'O arquivo desta exportação não está mais guardado.');
      for await (const chunk of found.stream) yield chunk as Buffer;
      let position = offset;
      for (const membro of parte.membros) {
        directory.push(directoryEntry(membro, position, at));
        position += bytesOf(membro);
      }
      offset += parte.bytes;
    }
    if (partes.length < PARTS) break;
  }
  const entries = Buffer.concat(directory);
  yield entries;
  yield directoryEnd({ entries: directory.length, bytes: entries.byteLength, offset });
}
