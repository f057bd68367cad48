import { registerHooks } from 'node:module';
import type { Edit } from './edits.ts';

/**
 * In a run with a planted defect, Node loads this file before the server. It edits the product's source files
 * as Node loads them. The files on disk stay unchanged.
 */
const edits: Edit[] = JSON.parse(process.env['PLANTED_EDITS'] ?? '[]');

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const wanted = edits.filter(({ file }) => url.endsWith(`/apps/server/src/${file}`));
    if (wanted.length === 0) return loaded;
    let source = loaded.source === undefined ? '' : Buffer.from(loaded.source as Uint8Array).toString('utf8');
    for (const { file, from, to } of wanted) {
      if (!source.includes(from)) throw new Error(`${file} does not contain: ${from}`);
      source = source.replace(from, to);
    }
    return { ...loaded, source };
  },
});
