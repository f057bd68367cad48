import { type Selecao, selecaoSchema } from '@prumo/contract/lotes.ts';

/** The produtos that a dialog is about. */
export interface Chosen {
  selecao: Selecao;
  /** Undefined when nobody knows how many the filter finds. */
  total: number | undefined;
}

const nameOf = (key: string) => `selecao.${key}`;

/**
 * Keeps a selection for the dialog that changes it, because the address is too short for thousands of ids. It survives a
 * reload and ends with the tab or the session. Returns the key for the address.
 */
export function keepSelection(chosen: Chosen): string {
  const key = crypto.randomUUID().slice(0, 8);
  sessionStorage.setItem(nameOf(key), JSON.stringify(chosen));
  return key;
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
