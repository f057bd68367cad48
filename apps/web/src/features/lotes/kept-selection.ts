import { type Selecao, selecaoSchema } from '@prumo/contract/lotes.ts';

/** The produtos that a dialog is about. */
export interface Chosen {
  selecao: Selecao;
  /** Undefined while the number that the filter finds is unknown. */
  total: number | undefined;
}

const nameOf = (key: string) => `selecao.${key}`;

/**
 * Keeps a selection for the dialog that changes it, because the address is too short for thousands of ids. It survives a
 * reload and ends with the tab or the session. Returns the key for the address. The same selection has the same key, so
 * that its dialog finds its draft again.
 */
export function keepSelection(chosen: Chosen): string {
  const text = JSON.stringify(chosen);
  const key = hashOf(text);
  sessionStorage.setItem(nameOf(key), text);
  return key;
}

/** The hash FNV-1a, which tells the few selections of a tab apart. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Returns undefined for a key of another tab or session, such as one from a shared address. */
export function keptSelection(key: string): Chosen | undefined {
  const text = sessionStorage.getItem(nameOf(key));
  if (text === null) return undefined;
  const { selecao, total }: { selecao: unknown; total?: unknown } = JSON.parse(text);
  const read = selecaoSchema.safeParse(selecao);
  return read.success
    ? { selecao: read.data, total: typeof total === 'number' ? total : undefined }
    : undefined;
}

export const forgetSelection = (key: string) => sessionStorage.removeItem(nameOf(key));
