import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';

const HIDDEN_FROM = { lg: 'lg:hidden', xl: 'xl:hidden' };

interface UnderNameProps {
  /** The window width from which a column shows the same content, so this line is hidden. */
  until: keyof typeof HIDDEN_FROM;
  children: ReactNode;
}

/** A line under the name of a row. It shows the content of columns that narrow windows hide. */
export function UnderName({ until, children }: UnderNameProps) {
  return (
    <p className={cn('truncate text-meta text-muted empty:hidden print:hidden', HIDDEN_FROM[until])}>
      {children}
    </p>
  );
}
