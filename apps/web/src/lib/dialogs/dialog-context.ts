import { createContext } from 'react';
import type { Home } from './stack.ts';

/** A draft that a form took over, as its dialog announces it. */
export interface RestoredDraft {
  /** When the person last typed. */
  em: number;
  /** Returns the form to its state before the draft. */
  discard: () => void;
}

interface DialogScope {
  /** Undefined in a question, which no address names. */
  home: Home | undefined;
  /** Shows the notice about a restored draft, or hides it. */
  announce: (draft: RestoredDraft | undefined) => void;
}

/** The dialog around a form. Undefined on a page. */
export const DialogContext = createContext<DialogScope | undefined>(undefined);
