import { answered, follow, partGone, unanswered } from './connection.ts';

/** A chunk is a file of at most about 100 kB, so it arrives in this time at 50 kB/s, beside five others. */
const FILE_MS = 20_000;
const PAUSES_MS = [400, 1200];

/** The code of a part of the page did not arrive. */
export class ChunkError extends Error {
  override name = 'ChunkError';
}

const NOT_LOADED = 'Esta parte da página não carregou. Verifique sua conexão e tente de novo.';
const GONE = 'O Prumo foi atualizado. Recarregue a página para abrir esta parte.';

const here = new URL(import.meta.url);
const arrived = new Set<string>();

/**
 * Loads a chunk and the chunks it imports. The build calls it for every `import()` (vite.config.ts). The files are
 * fetched before the import, because most browsers remember a failed import of an address until the page is reloaded,
 * and a failed fetch they do not. The import then finds the files in the browser's cache.
 */
export async function loadChunk<Module>(
  load: () => Promise<Module>,
  imports: readonly string[] = [],
): Promise<Module> {
  const [, own] = /import\(\s*["'`]([^"'`]+)/.exec(String(load)) ?? [];
  const files = new Set(imports.map((name) => new URL(`/${name}`, here).href));
  if (own) files.add(new URL(own, here).href);
  const missing = [...files].filter((file) => !arrived.has(file));
  if (missing.length > 0) await follow(Promise.all(missing.map((file) => fetchFile(file, PAUSES_MS))));
  try {
    return await load();
  } catch (error) {
    if (!isUnfetched(error)) throw error;
    // The browser has dropped the file from its cache, and now remembers the failure.
    throw new ChunkError(GONE, { cause: error });
  }
}

async function fetchFile(file: string, [pause, ...pauses]: readonly number[]): Promise<void> {
  try {
    const response = await fetch(file, { signal: AbortSignal.timeout(FILE_MS) });
    answered();
    if (response.status === 404) throw gone();
    if (!response.ok) throw new Error(`status ${response.status}`);
    await response.arrayBuffer();
    arrived.add(file);
  } catch (cause) {
    if (cause instanceof ChunkError) throw cause;
    if (pause === undefined) {
      unanswered();
      throw new ChunkError(NOT_LOADED, { cause });
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
    await fetchFile(file, pauses);
  }
}

function gone(): ChunkError {
  partGone();
  return new ChunkError(GONE);
}

/** The messages of Chromium, Firefox and Safari for a module whose file did not arrive. */
const isUnfetched = (error: unknown) =>
  error instanceof TypeError && /dynamically imported module|Importing a module script/i.test(error.message);
