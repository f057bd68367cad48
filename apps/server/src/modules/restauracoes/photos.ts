import type { Access } from '#platform/db/db.ts';
import { AppError } from '#platform/errors.ts';
import { publicKey, thumbnailKey } from '#platform/outside/storage.ts';
import { UnreadableZip } from '#platform/zip/zip-read.ts';
import type { RestoreParts } from './advance.ts';
import { type OpenFile, rowsOf, tableOf } from './file.ts';
import type { Step } from './steps.ts';
import { isPlainWebp } from './webp.ts';
import { insertArquivosOnce } from './write.queries.ts';

/** The sides of the images that uploads make (modules/arquivos). */
const SIDES = { foto: { maxSide: 1600, thumbnailSide: 320 }, logo: { maxSide: 512 } };
const AT_ONCE = 8;

/**
 * Stores some photos and returns their number. A photo keeps its bytes if it is a plain WebP that the confined decoder
 * can read: encoding it again would lose quality each time. The decoder also makes the thumbnail.
 */
export async function restorePhotos(
  run: RestoreParts & { empresaId: string },
  access: Access,
  { file, steps }: { file: OpenFile; steps: readonly Step[] },
): Promise<number> {
  const { db, storage, images, empresaId } = run;
  const kinds = await kindsOf(file);
  const some = steps.slice(0, AT_ONCE).filter(({ passo }) => passo === 'fotos');
  const made = await Promise.all(
    some.map(async ({ nome }) => {
      const id = nome.slice('fotos/'.length, -'.webp'.length);
      const tipo = kinds.get(id);
      const bytes = await file.read(nome);
      if (!tipo || !isPlainWebp(bytes)) throw new UnreadableZip(`A imagem ${nome} não é do Prumo.`);
      const image = await images.reencode(empresaId, bytes, SIDES[tipo]);
      if (!image.ok && image.kind === 'busy') throw new AppError('unavailable', image.mensagem);
      if (!image.ok) throw new UnreadableZip(`A imagem ${nome} não pode ser lida.`);
      const { largura, altura, thumbnail } = image;
      return { id, tipo, largura, altura, thumbnail, content: bytes };
    }),
  );
  // The rows come first, so that the quota counts every stored object.
  await db.write(access, (tx) =>
    insertArquivosOnce(
      tx,
      made.map(({ content, thumbnail, ...arquivo }) => ({
        ...arquivo,
        bytes: content.byteLength + (thumbnail?.byteLength ?? 0),
      })),
    ),
  );
  for (const { id, content, thumbnail } of made) {
    const key = publicKey(empresaId, id);
    await storage.put(key, content, 'image/webp');
    if (thumbnail) await storage.put(thumbnailKey(key), thumbnail, 'image/webp');
  }
  return some.length;
}

const known = new WeakMap<OpenFile, Map<string, 'foto' | 'logo'>>();

/** The kind of each image, from the table arquivos of the file. */
async function kindsOf(file: OpenFile): Promise<Map<string, 'foto' | 'logo'>> {
  const kept = known.get(file);
  if (kept) return kept;
  const kinds = new Map<string, 'foto' | 'logo'>();
  const images = new Set(file.membros.flatMap(({ nome }) => /^fotos\/(.*)\.webp$/.exec(nome)?.[1] ?? []));
  for (const { nome } of file.membros.filter((each) => tableOf(each.nome) === 'arquivos'))
    for (const { id, tipo } of rowsOf(nome, await file.read(nome)))
      if (images.has(String(id))) kinds.set(String(id), tipo === 'logo' ? 'logo' : 'foto');
  known.set(file, kinds);
  return kinds;
}
