import type { ReactNode } from 'react';
import { cn } from '#lib/class-names.ts';

interface PageProps {
  title: string;
  subtitle?: string;
  /** Stands right of the title, and under it on narrow screens. The page then uses the space of a list screen. */
  tabs?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/**
 * A screen inside the content panel. It fills the height of the panel, so that a table can use the remaining
 * space.
 */
export function Page({ title, subtitle, tabs, action, children }: PageProps) {
  return (
    <div
      className={cn(
        'flex min-h-0 flex-1 flex-col max-md:p-4',
        tabs ? 'gap-3 md:px-6 md:py-5 low:md:py-3.5' : 'max-md:gap-4 md:gap-5 md:p-6',
      )}
    >
      <title>{`${title} · Prumo`}</title>
      <div
        className={cn(
          'flex flex-wrap justify-between',
          tabs ? 'items-center gap-x-4 gap-y-2' : 'items-end gap-3',
        )}
      >
        <div>
          {/* Takes the focus of elements that disappear. */}
          <h1 tabIndex={-1} className="font-semibold text-page tracking-[-0.02em] outline-none">
            {title}
          </h1>
          {subtitle && <p className="text-control text-muted">{subtitle}</p>}
        </div>
        {tabs && (
          <div className="min-w-0 max-md:order-last max-md:w-full md:mr-auto print:hidden">{tabs}</div>
        )}
        {action && <div className="flex items-center gap-2 print:hidden">{action}</div>}
      </div>
      {children}
    </div>
  );
}
