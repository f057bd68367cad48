import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** tailwind-merge takes an unknown `text-…` for a colour; our sizes have names of their own. */
const merge = extendTailwindMerge({
  extend: {
    classGroups: {
      'font-size': [{ text: ['badge', 'meta', 'control', 'body', 'touch', 'dialog', 'page', 'auth'] }],
      rounded: [{ rounded: ['small', 'control', 'card', 'sheet'] }],
      shadow: [{ shadow: ['control', 'float'] }],
    },
  },
});

export const cn = (...classes: ClassValue[]) => merge(clsx(classes));
