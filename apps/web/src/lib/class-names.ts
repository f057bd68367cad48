import { type ClassValue, clsx } from 'clsx';
import { reportConflict } from './class-conflicts.ts';

/**
 * Joins class names. When two of them set the same property, the style sheet decides which one counts. So a component
 * writes a class that its callers may replace with the prefix `base:` (styles.css).
 */
export function cn(...classes: ClassValue[]): string {
  const joined = clsx(classes);
  if (import.meta.env.DEV) reportConflict(joined);
  return joined;
}
