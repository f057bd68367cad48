import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A message about an obstacle to the current task, shown in place. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-card bg-warn px-3.5 py-3 text-control text-warn-fg">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">{children}</div>
    </div>
  );
}
