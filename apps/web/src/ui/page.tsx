import type { ReactNode } from 'react';

interface PageProps {
  title: string;
  subtitle?: string;
  action?: ReactNode;
  children: ReactNode;
}

/**
 * A screen inside the content panel. It fills the height of the panel, so that a table can use the remaining
 * space.
 */
export function Page({ title, subtitle, action, children }: PageProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 p-4 md:gap-5 md:p-6">
      <title>{`${title} · Prumo`}</title>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          {/* Takes the focus of elements that disappear. */}
          <h1 tabIndex={-1} className="font-semibold text-page tracking-[-0.02em] outline-none">
            {title}
          </h1>
          {subtitle && <p className="text-control text-muted">{subtitle}</p>}
        </div>
        {action && <div className="flex items-center gap-2 print:hidden">{action}</div>}
      </div>
      {children}
    </div>
  );
}
