import { registerHooks } from 'node:module';
import type { Edit } from './prove-lookups.defects.ts';

/**
 * Loaded before the server of a run with a planted defect: it reads the product's own files with a line changed, and
 * the product knows nothing of it.
 */
const edits: Edit[] = JSON.parse(process.env['PLANTED_EDITS'] ?? '[]');

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const wanted = edits.filter(({ file }) => url.endsWith(`/apps/server/src/${file}`));
    if (wanted.length === 0) return loaded;
    let source = loaded.source === undefined ? '' : Buffer.from(loaded.source as Uint8Array).toString('utf8');
    for (const { file, from, to } of wanted) {
      if (!source.includes(from)) throw new Error(`${file} no longer says: ${from}`);
      source = source.replace(from, to);
    }
    return { ...loaded, source };
  },
});
