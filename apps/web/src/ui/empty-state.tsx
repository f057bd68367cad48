import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: LucideIcon;
  children: ReactNode;
  action?: ReactNode;
  /** `alert` for a failure, so that screen readers announce it. */
  role?: 'alert' | 'status';
}

export function EmptyState({ icon: Icon, children, action, role }: EmptyStateProps) {
  return (
    <div role={role} className="flex flex-col items-center gap-3 px-6 py-14 text-center">
      <span className="flex size-10 items-center justify-center rounded-card border bg-bg text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="max-w-sm text-body text-muted">{children}</div>
      {action}
    </div>
  );
}
