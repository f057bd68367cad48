import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** An edit of the server's source. When Node loads the file, `plant.ts` replaces `from` by `to`. */
export interface Edit {
  /** The path below apps/server/src. */
  file: string;
  from: string;
  to: string;
}

/** The environment variables with which a server process runs with these edits (`plant.ts`). */
export function withEdits(edits: readonly Edit[]): Record<string, string> {
  if (edits.length === 0) return {};
  const plant = pathToFileURL(join(import.meta.dirname, 'plant.ts')).href;
  return { NODE_OPTIONS: `--import=${plant}`, PLANTED_EDITS: JSON.stringify(edits) };
}
