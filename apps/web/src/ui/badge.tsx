import type { ReactNode } from 'react';

export function Badge({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex shrink-0 items-center rounded-full bg-ok px-2 py-0.5 font-medium text-badge text-ok-fg">
      {children}
    </span>
  );
}
