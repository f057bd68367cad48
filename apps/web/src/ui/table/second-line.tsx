import type { ReactNode } from 'react';

/** The muted line under the main text of a cell. The person can hide these lines of a list. */
export const SecondLine = ({ children }: { children: ReactNode }) => (
  <p className="truncate text-meta text-muted leading-[15px] group-data-[linhas=uma]/table:hidden">
    {children}
  </p>
);
