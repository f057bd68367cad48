import { extendTailwindMerge } from 'tailwind-merge';

let merge: ((classes: string) => string) | undefined;

/**
 * Reports classes of one element that set the same property. Only development and unit tests call it, so the library is
 * not part of the build. The library treats an unknown `text-…` class as a colour, so the names of our sizes are listed.
 */
export function reportConflict(classes: string): void {
  merge ??= extendTailwindMerge({
    extend: {
      classGroups: {
        'font-size': [{ text: ['badge', 'meta', 'control', 'body', 'touch', 'dialog', 'page', 'auth'] }],
        rounded: [{ rounded: ['small', 'control', 'card', 'sheet'] }],
        shadow: [{ shadow: ['control', 'float'] }],
      },
    },
  });
  const kept = new Set(merge(classes).split(' '));
  const lost = classes.split(' ').filter((name) => !kept.has(name));
  if (lost.length > 0) console.error(`Classes in conflict: ${lost.join(' ')} in "${classes}".`);
}
