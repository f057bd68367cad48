import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

/** tailwind-merge treats an unknown `text-…` class as a colour, so the names of our own sizes are listed here. */
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
