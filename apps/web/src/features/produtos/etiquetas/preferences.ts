import { NOMES, type Simbologia } from './etiqueta.ts';
import { MODELOS, modeloOf } from './modelos.ts';

export interface Preferences {
  modelo: string;
  simbologia: Simbologia;
  hasPreco: boolean;
}

const KEY = 'etiquetas';
const FIRST: Preferences = { modelo: MODELOS[0].id, simbologia: 'code128', hasPreco: true };

/** The choices of the last time, because a shop has one kind of label sheet. Old or foreign values count as none. */
export function readPreferences(): Preferences {
  try {
    const { modelo, simbologia, hasPreco } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return {
      modelo: modeloOf(String(modelo)).id,
      simbologia: Object.hasOwn(NOMES, simbologia) ? simbologia : FIRST.simbologia,
      hasPreco: typeof hasPreco === 'boolean' ? hasPreco : FIRST.hasPreco,
    };
  } catch {
    return FIRST;
  }
}

export function keepPreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // The browser may block storage. The next time then begins with the first choices.
  }
}
